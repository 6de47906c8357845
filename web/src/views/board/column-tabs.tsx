/** The tabs that choose a column on a narrow screen. A card can be dropped on any of them. */
import { useDroppable } from '@dnd-kit/core'
import { COLUMN_NAMES, COLUMNS, type Column } from '../../../../src/core/ask/board-columns.ts'
import { useDropHere } from './card/card-drag.tsx'
import type { Columns } from './columns.ts'
import './column-tabs.css'

export interface ColumnTabsProps {
  readonly columns: Columns
  readonly chosen: Column
  readonly onChoose: (column: Column) => void
}

export function ColumnTabs({ columns, chosen, onChoose }: ColumnTabsProps) {
  return (
    <div role="group" aria-label="Columns" className="column-tabs">
      {COLUMNS.map((column) => (
        <ColumnTab
          key={column}
          column={column}
          count={columns[column].length}
          isChosen={column === chosen}
          onChoose={() => onChoose(column)}
        />
      ))}
    </div>
  )
}

interface ColumnTabProps {
  readonly column: Column
  readonly count: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function ColumnTab({ column, count, isChosen, onChoose }: ColumnTabProps) {
  const { setNodeRef } = useDroppable({ id: `tab ${column}`, data: { column } })
  const { verdict, isOver } = useDropHere(column)
  return (
    <button
      ref={setNodeRef}
      type="button"
      aria-pressed={isChosen}
      data-verdict={verdict?.is}
      data-over={isOver || undefined}
      onClick={onChoose}
    >
      {COLUMN_NAMES[column]} <span className="column-count">{count}</span>
    </button>
  )
}
