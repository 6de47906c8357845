/** The board: every task as a card, in the column that tells how it stands. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { COLUMNS, type Column } from '../../../../src/core/ask/board.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { indexOf } from '../../../../src/core/run/run.ts'
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
import { cardElement, useCardFocus, type ColumnLists } from './card/use-card-focus.ts'
import { useColumns } from './use-columns.ts'
import { useExplained } from './use-explained.ts'
import './board.css'

export function Board() {
  const shown = useShownRun()
  const now = useNow()
  const explained = useExplained(shown)
  const address = useBoardAddress()
  const { all, shown: columns } = useColumns(shown, explained, address.filter)
  const chosen = useChosen(columns, address.column)
  const lists = useRef<ColumnLists['current']>({})
  const focus = useCardFocus(columns, lists, address.setColumn)
  const { act, pending } = useAct(shown.run)
  const [dragged, setDragged] = useState<TaskId | null>(null)
  const [menu, openMenu] = useState<OpenMenu | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const pressArrow = useBoardKeys({
    focus,
    isDragging: () => dragged !== null,
    toFilter() {
      box.current?.focus()
      box.current?.select()
    },
    openMenu() {
      if (shown.mode === 'live' && focus.stop !== null) openMenu(menuBesideCard(focus.stop))
    },
  })
  const hands = useMemo<CardHands>(
    () => ({ took: focus.took, openMenu: (card, from) => openMenu({ card, from }) }),
    [focus.took],
  )
  const hold = useCallback((column: Column, list: HTMLElement | null) => {
    lists.current = { ...lists.current, [column]: list ?? undefined }
  }, [])
  const { tasks } = shown.run.plan
  return (
    <div className="board" onKeyDown={pressArrow}>
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
          onLeave={() => focus.stop !== null && focus.give(focus.stop)}
        />
        <ColumnTabs columns={columns} chosen={chosen} onChoose={address.setColumn} />
        <div className="board-columns">
          {COLUMNS.map((column) => (
            <BoardColumn
              key={column}
              {...{ column, shown, explained, now, hands, pending, hold }}
              cards={columns[column]}
              total={all[column].length}
              isChosen={column === chosen}
              stop={focus.stop}
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

const menuBesideCard = (card: number): OpenMenu | null => {
  const from = document.getElementById(cardElement(card))
  return from && { card, from }
}

/** Where something goes on; once it is shown it stays until the person chooses another. */
function useChosen(columns: Columns, chosen: Column | null): Column {
  const [first] = useState(() => OFTEN.find((column) => columns[column].length > 0) ?? 'backlog')
  return chosen ?? first
}

const OFTEN: readonly Column[] = ['in-progress', 'review', 'backlog', 'done']
