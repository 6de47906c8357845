/** Dragging cards, by mouse, finger or keys: a card that cannot be moved there snaps back, and the page says why. */
import {
  DndContext,
  DragOverlay,
  useDndContext,
  type Announcements,
  type Over,
} from '@dnd-kit/core'
import { createContext, useContext, useMemo, useRef, useState, type ReactNode } from 'react'
import { cardMove, type CardMove } from '../../../../../src/core/ask/allowed-drags.ts'
import { columnOf, COLUMNS, type Column } from '../../../../../src/core/ask/board-columns.ts'
import { taskId, type TaskId } from '../../../../../src/core/value/ids.ts'
import { stateOf, taskOf, type Run } from '../../../../../src/core/run/run.ts'
import { snapBack, useDragSensors } from '../../../parts/drag-sensors.ts'
import type { ShownRun } from '../../../data/live/shown-run.tsx'
import { say } from '../../../parts/toasts.tsx'
import { columnUnder, nextColumn } from './drag-by-keys.ts'
import { HOW_TO_DRAG, sayDropped, sayOver, sayPickedUp, sayPutBack } from './say-drag.ts'
import type { Act } from '../use-act.ts'

export type Verdicts = Readonly<Record<Column, CardMove>>

const VerdictsContext = createContext<Verdicts | null>(null)

export interface CardDragProps {
  readonly shown: ShownRun
  readonly act: Act
  readonly dragged: TaskId | null
  readonly onDrag: (task: TaskId | null) => void
  /** Renders the copy of the card that follows the pointer. */
  readonly inHand: (task: TaskId) => ReactNode
  readonly children: ReactNode
}

export function CardDrag(props: CardDragProps) {
  const { shown, act, dragged, onDrag, inHand, children } = props
  const [goesBack, setGoesBack] = useState(true)
  const verdicts = useVerdicts(shown, dragged)
  const drop = (task: TaskId, over: Over | null): void => {
    const to = columnIn(over)
    const move = to === null ? null : cardMove(shown.run, task, to, shown.now())
    setGoesBack(move?.is !== 'action')
    onDrag(null)
    if (move?.is === 'action') act(task, move.action)
    if (move?.is === 'no') say(`${task} stays: ${move.why}`, { kind: 'refused' })
  }
  return (
    <DndContext
      sensors={useDragSensors(nextColumn)}
      collisionDetection={columnUnder}
      autoScroll={false}
      accessibility={{
        announcements: useAnnouncements(shown),
        screenReaderInstructions: { draggable: HOW_TO_DRAG },
      }}
      onDragStart={({ active }) => onDrag(taskId(String(active.id)))}
      onDragCancel={() => {
        setGoesBack(true)
        onDrag(null)
      }}
      onDragEnd={({ active, over }) => drop(taskId(String(active.id)), over)}
    >
      <VerdictsContext value={verdicts}>{children}</VerdictsContext>
      <DragOverlay dropAnimation={snapBack(goesBack)}>
        {dragged !== null && inHand(dragged)}
      </DragOverlay>
    </DndContext>
  )
}

/** What it would do to drop the dragged card here; null: nothing is dragged. */
export function useDropHere(column: Column): {
  readonly verdict: CardMove | null
  readonly isOver: boolean
} {
  const verdicts = useContext(VerdictsContext)
  const { over } = useDndContext()
  return {
    verdict: verdicts?.[column] ?? null,
    isOver: verdicts !== null && columnIn(over) === column,
  }
}

/** Computed again only when the state of the task changes: to find why it waits means to look at all tasks. */
function useVerdicts({ run, now }: ShownRun, dragged: TaskId | null): Verdicts | null {
  const state = dragged === null ? null : stateOf(run, dragged)
  return useMemo(
    () =>
      dragged &&
      (Object.fromEntries(
        COLUMNS.map((column) => [column, cardMove(run, dragged, column, now())]),
      ) as Verdicts),
    [run, dragged, state],
  )
}

const columnIn = (over: Over | null): Column | null =>
  (over?.data.current?.['column'] as Column | undefined) ?? null

function useAnnouncements({ run, now }: ShownRun): Announcements {
  const newest = useRef({ run, now })
  newest.current = { run, now }
  return useMemo(() => announcementsOf(newest), [])
}

function announcementsOf(newest: {
  readonly current: Pick<ShownRun, 'run' | 'now'>
}): Announcements {
  const nameOf = (run: Run, id: TaskId): string => taskOf(run, id).name
  const moveTo = (id: TaskId, to: Column): CardMove =>
    cardMove(newest.current.run, id, to, newest.current.now())
  let announced: Column | null = null
  return {
    onDragStart({ active }) {
      const id = taskId(String(active.id))
      const { run } = newest.current
      announced = columnOf(stateOf(run, id))
      return sayPickedUp(nameOf(run, id), announced)
    },
    onDragOver({ active, over }) {
      const to = columnIn(over)
      if (to === null || to === announced) return
      announced = to
      return sayOver(to, moveTo(taskId(String(active.id)), to))
    },
    onDragEnd({ active, over }) {
      const id = taskId(String(active.id))
      const to = columnIn(over)
      const name = nameOf(newest.current.run, id)
      return to === null ? sayPutBack(name) : sayDropped(name, moveTo(id, to))
    },
    onDragCancel: ({ active }) => sayPutBack(nameOf(newest.current.run, taskId(String(active.id)))),
  }
}
