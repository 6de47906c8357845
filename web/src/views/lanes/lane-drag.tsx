/** Dragging a task into another lane, by mouse, finger or keys; a task that cannot go there snaps back. */
import {
  closestCenter,
  DndContext,
  DragOverlay,
  pointerWithin,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { laneMove } from '../../../../src/core/ask/allowed-drags.ts'
import { laneName, taskId, type TaskId } from '../../../../src/core/value/ids.ts'
import { taskOf } from '../../../../src/core/run/run.ts'
import { doAction } from '../../act/do-ask.ts'
import { snapBack, useDragSensors } from '../../parts/drag-sensors.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { say } from '../../parts/toasts.tsx'
import { CardText } from './lane-card.tsx'
import { toNextLane } from './to-next-lane.ts'

export interface LaneDragProps {
  /** Gives the focus to the card of the task, in whichever lane it will be. */
  focusOn(task: TaskId): void
  /** Set while a task is dragged: the arrow keys are for the drag then. */
  readonly isDragging: RefObject<boolean>
  readonly children: ReactNode
}

export function LaneDrag({ focusOn, isDragging, children }: LaneDragProps) {
  const { run } = useShownRun()
  const [dragged, setDragged] = useState<TaskId | null>(null)
  const [goesBack, setGoesBack] = useState(true)
  const change = (task: TaskId | null): void => {
    isDragging.current = task !== null
    setDragged(task)
  }
  const drop = async ({ active, over }: DragEndEvent): Promise<void> => {
    const task = taskId(String(active.id))
    const move = over && laneMove(run, task, laneName(String(over.id)))
    setGoesBack(move?.is !== 'action')
    change(null)
    if (move?.is === 'no') say(`${taskOf(run, task).name} stays: ${move.why}`, { kind: 'refused' })
    if (move?.is === 'action' && (await doAction(run, task, move.action))) focusOn(task)
  }
  return (
    <DndContext
      sensors={useDragSensors(toNextLane)}
      collisionDetection={laneUnder}
      accessibility={{
        announcements: useAnnouncements(),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragStart={({ active }) => change(taskId(String(active.id)))}
      onDragCancel={() => {
        setGoesBack(true)
        change(null)
      }}
      onDragEnd={(event) => void drop(event)}
    >
      {children}
      <DragOverlay dropAnimation={snapBack(goesBack)}>
        {dragged !== null && (
          <div className="lane-card lane-card-held">
            <CardText run={run} task={dragged} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const INSTRUCTIONS =
  'Enter opens the task. Space picks it up; then up and down choose a lane, Space puts it there, Escape leaves it where it was.'

/** The lane under the pointer; during a drag by keys, the lane closest to the card. */
const laneUnder: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? closestCenter(args) : pointerWithin(args)

function useAnnouncements(): Announcements {
  const { run } = useShownRun()
  // The announcements are made during a drag, while the run changes.
  const newest = useRef(run)
  newest.current = run
  const over = (task: UniqueIdentifier, lane: UniqueIdentifier): string => {
    const move = laneMove(newest.current, taskId(String(task)), laneName(String(lane)))
    switch (move.is) {
      case 'same':
        return `${lane}: its own lane`
      case 'action':
        return `${lane}: it can be put here`
      case 'no':
        return `${lane}: not here, ${move.why}`
    }
  }
  const nameOf = (task: UniqueIdentifier): string =>
    taskOf(newest.current, taskId(String(task))).name
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}`,
    onDragOver: ({ active, over: lane }) =>
      lane === null ? 'Over no lane' : over(active.id, lane.id),
    onDragEnd: ({ active, over: lane }) =>
      lane === null
        ? `${nameOf(active.id)} stays where it was`
        : `Dropped ${nameOf(active.id)} on ${over(active.id, lane.id)}`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was`,
  }
}
