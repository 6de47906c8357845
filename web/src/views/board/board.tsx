/** The board: every task as a card, in the column that tells how it stands. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { COLUMNS, type Column } from '../../../../src/core/ask/board-columns.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { indexOf } from '../../../../src/core/run/run.ts'
import { useLastActions } from '../../data/live/use-last-actions.ts'
import { sightOf, useNow, useShownRun } from '../../data/live/shown-run.tsx'
import { BoardBar } from './board-bar.tsx'
import { BoardColumn } from './board-column.tsx'
import { CardDrag } from './card/card-drag.tsx'
import { faceOf } from './card/card-face.ts'
import { CardMenu } from './card/card-menu.tsx'
import { CardInHand, type CardHands } from './card/card.tsx'
import { ColumnTabs } from './column-tabs.tsx'
import type { Columns } from './columns.ts'
import { partsOf } from './filter.ts'
import { useAct } from './use-act.ts'
import { useBoardAddress } from './use-board-address.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useCardFocus, type ColumnLists } from './card/use-card-focus.ts'
import { useFlights } from './card/use-flights.ts'
import { useColumns } from './use-columns.ts'
import { useExplained } from './use-explained.ts'
import './board.css'

export function Board() {
  const shown = useShownRun()
  const now = useNow()
  const [openedAt] = useState(() => shown.now())
  const explained = useExplained(shown)
  const actions = useLastActions()
  const address = useBoardAddress()
  const { all, shown: columns } = useColumns(shown, explained, address.filter)
  const chosen = useChosen(columns, address.column)
  const lists = useRef<ColumnLists['current']>({})
  const view = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<TaskId | null>(null)
  const focus = useCardFocus(columns, {
    view,
    lists,
    show: address.setColumn,
    isDragging: () => dragged !== null,
  })
  const { stop } = focus
  const toCard = (): void => void (stop !== null && focus.give(stop))
  const { act, pending } = useAct(shown.run)
  const [menu, openMenu] = useState<OpenMenu | null>(null)
  const box = useRef<HTMLInputElement>(null)
  useBoardKeys({
    toCard,
    toFilter() {
      box.current?.focus()
      box.current?.select()
    },
    openMenu() {
      const from = document.activeElement as HTMLElement
      if (shown.mode === 'live' && stop !== null) openMenu({ card: stop, from })
    },
  })
  const hands = useMemo<CardHands>(
    () => ({ openMenu: (card, from) => openMenu({ card, from }) }),
    [],
  )
  const hold = useCallback((column: Column, list: HTMLElement | null) => {
    lists.current = { ...lists.current, [column]: list ?? undefined }
  }, [])
  useFlights({ view, lists, of: shown.run.id, isOn: shown.mode === 'live' && dragged === null })
  const { tasks } = shown.run.plan
  return (
    <div className="board" ref={view} onFocus={focus.onFocus}>
      <CardDrag
        shown={shown}
        act={act}
        dragged={dragged}
        onDrag={setDragged}
        inHand={(task) => (
          <CardInHand
            {...faceOf(shown.run, indexOf(shown.run, task), explained, sightOf(shown, now))}
          />
        )}
      >
        <BoardBar
          filter={address.filter}
          parts={useMemo(() => partsOf(shown.run.plan), [shown.run.plan])}
          shown={COLUMNS.reduce((sum, column) => sum + columns[column].length, 0)}
          total={tasks.length}
          box={box}
          onWords={address.setWords}
          onPart={address.setPart}
          onLeave={toCard}
        />
        <ColumnTabs columns={columns} chosen={chosen} onChoose={address.setColumn} />
        <div className="board-columns">
          {COLUMNS.map((column) => (
            <BoardColumn
              key={column}
              {...{ column, shown, explained, now, openedAt, hands, pending, hold, actions }}
              cards={columns[column]}
              total={all[column].length}
              isChosen={column === chosen}
              stop={stop}
            />
          ))}
        </div>
      </CardDrag>
      {menu !== null && (
        <CardMenu
          shown={shown}
          task={tasks[menu.card]!.id}
          from={menu.from}
          act={act}
          onClose={() => openMenu(null)}
        />
      )}
    </div>
  )
}

interface OpenMenu {
  readonly card: number
  readonly from: HTMLElement
}

/** The column that a narrow screen shows: first one where something goes on, then the one that the user chooses. */
function useChosen(columns: Columns, chosen: Column | null): Column {
  const [first] = useState(() => ORDER.find((column) => columns[column].length > 0) ?? 'backlog')
  return chosen ?? first
}

const ORDER: readonly Column[] = ['in-progress', 'review', 'backlog', 'done']
