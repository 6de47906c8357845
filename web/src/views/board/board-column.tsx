/** A column of the board: its name, the number of its cards, and the cards that are in sight. */
import { useDroppable } from '@dnd-kit/core'
import { useCallback, useId, useMemo, useRef } from 'react'
import { COLUMN_NAMES, type Column } from '../../../../src/core/ask/board-columns.ts'
import { sayNeedCount } from '../../../../src/core/report/waits-for-you.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { openNewTask } from '../../act/new-work.ts'
import { Button } from '../../parts/button.tsx'
import { sightOf, type ShownRun } from '../../data/live/shown-run.tsx'
import type { LastActions } from '../../data/live/watched-actions.ts'
import { Card, type CardHands } from './card/card.tsx'
import { faceOf } from './card/card-face.ts'
import { cardHeight, rowHeight } from './card/card-size.ts'
import { useDropHere } from './card/card-drag.tsx'
import { DropSign } from './card/drop-sign.tsx'
import type { Explained } from './explain.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'
import './board-column.css'

/** Props that are the same for all columns. */
interface ColumnSurroundings {
  readonly shown: ShownRun
  readonly explained: Explained
  readonly now: number
  /** When the board was opened. */
  readonly openedAt: number
  readonly hands: CardHands
  /** The card that Tab leads to. */
  readonly stop: number | null
  readonly pending: ReadonlySet<TaskId>
  /** The last action of each working attempt. */
  readonly actions: LastActions
}

export interface BoardColumnProps extends ColumnSurroundings {
  readonly column: Column
  readonly cards: readonly number[]
  /** The number of cards, with those that the filter hides. */
  readonly total: number
  /** A narrow screen shows only the chosen column. */
  readonly isChosen: boolean
  readonly hold: (column: Column, list: HTMLElement | null) => void
}

export function BoardColumn(props: BoardColumnProps) {
  const { column, cards, total, isChosen } = props
  const heading = useId()
  const { setNodeRef } = useDroppable({ id: `column ${column}`, data: { column } })
  const { verdict, isOver } = useDropHere(column)
  return (
    <section
      ref={setNodeRef}
      className="board-column"
      aria-labelledby={heading}
      data-column={column}
      data-chosen={isChosen || undefined}
      data-verdict={verdict?.is}
      data-over={isOver || undefined}
    >
      <header>
        <h2 id={heading}>
          {COLUMN_NAMES[column]}{' '}
          <span className="column-count">
            {cards.length === total ? total : `${cards.length} of ${total}`}
          </span>
        </h2>
        <NeedYou {...props} />
        {column === 'backlog' && (
          <Button kind="quiet" aria-label="Add a task" onClick={() => openNewTask()}>
            +
          </Button>
        )}
      </header>
      {verdict !== null && <DropSign verdict={verdict} />}
      {cards.length === 0 && (
        <p className="column-empty">
          {total > 0 ? 'Nothing here matches the filter.' : EMPTY[column]}
        </p>
      )}
      <CardList {...props} />
    </section>
  )
}

const EMPTY: Readonly<Record<Column, string>> = {
  backlog: 'No task waits. Waiting tasks are listed in the order in which they will start.',
  'in-progress': 'No task is in progress. A task moves here when an agent starts it.',
  review:
    'Nothing to review. Work moves here to be merged and checked, when it needs you, or when it has failed.',
  done: 'No task is done yet. Landed, skipped and cancelled tasks move here.',
}

function NeedYou({ cards, shown, explained: { attention } }: BoardColumnProps) {
  const { tasks } = shown.run.plan
  const count = useMemo(
    () => (attention.size === 0 ? 0 : cards.filter((i) => attention.has(tasks[i]!.id)).length),
    [cards, tasks, attention],
  )
  if (count === 0) return null
  return <span className="needs-you">{sayNeedCount(count)}</span>
}

function CardList(props: BoardColumnProps) {
  const { column, cards, hold, stop } = props
  const list = useRef<HTMLDivElement>(null)
  const height = rowHeight(column)
  // The card with the focus stays rendered when it is scrolled out of sight.
  const pinned = stop === null ? -1 : cards.indexOf(stop)
  const rows = useRowsInSight(list, { count: cards.length, height, pinned })
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      list.current = element
      hold(column, element)
    },
    [hold, column],
  )
  const watchPointer = useSteadyScroll(list, { cards, height, top: rows.top })
  return (
    <div className="card-list" ref={attach} {...watchPointer}>
      <ol style={{ height: cards.length * height }} aria-label={sayCount(cards.length, 'task')}>
        {rows.shown.map((at) => (
          <ColumnCard key={cards[at]} {...props} at={at} top={at * height} />
        ))}
      </ol>
    </div>
  )
}

interface ColumnCardProps extends BoardColumnProps {
  readonly at: number
  readonly top: number
}

function ColumnCard(props: ColumnCardProps) {
  const { column, cards, at, top, shown, explained, now, stop, pending, hands, actions } = props
  const { openedAt } = props
  const card = cards[at]!
  const face = faceOf(shown.run, card, explained, {
    ...sightOf(shown, now),
    actions,
    openedAt,
  })
  return (
    <Card
      {...face}
      card={card}
      at={at}
      of={cards.length}
      top={top}
      height={cardHeight(column)}
      hands={hands}
      isStill={shown.mode !== 'live'}
      isStop={card === stop}
      isPending={pending.has(face.id)}
    />
  )
}
