/** Dragging a task into another lane, by mouse, finger or keys; what makes no sense snaps back and says why. */
import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  pointerWithin,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { laneMove } from '../../../src/core/board.ts'
import { laneName, taskId, type TaskId } from '../../../src/core/ids.ts'
import { taskOf } from '../../../src/core/run.ts'
import { doAction } from '../act/do-ask.ts'
import { useShownRun } from '../live/shown-run.tsx'
import { say } from '../ui/toasts.tsx'
import { CardText } from './lane-card.tsx'
import { toNextLane } from './to-next-lane.ts'
import { useFocusAfterMove } from './use-focus-after-move.ts'

export interface LaneDragProps {
  readonly view: RefObject<HTMLElement | null>
  /** The arrows belong to the drag meanwhile. */
  readonly isDragging: RefObject<boolean>
  readonly children: ReactNode
}

export function LaneDrag({ view, isDragging, children }: LaneDragProps) {
  const { run } = useShownRun()
  const [dragged, setDragged] = useState<TaskId | null>(null)
  const focusOn = useFocusAfterMove(view)
  const sensors = useSensors(
    // A click opens the task, a finger scrolls: both must move or wait a little before they drag.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextLane,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  const change = (task: TaskId | null): void => {
    isDragging.current = task !== null
    setDragged(task)
  }
  const drop = async ({ active, over }: DragEndEvent): Promise<void> => {
    change(null)
    if (over === null) return
    const task = taskId(String(active.id))
    const move = laneMove(run, task, laneName(String(over.id)))
    if (move.is === 'no') say(`${taskOf(run, task).name} stays: ${move.why}`, { kind: 'refused' })
    if (move.is === 'action' && (await doAction(run, task, move.action))) focusOn(task)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={laneUnder}
      accessibility={{
        announcements: useAnnouncements(),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragStart={({ active }) => change(taskId(String(active.id)))}
      onDragCancel={() => change(null)}
      onDragEnd={(event) => void drop(event)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged !== null && (
          <div className="lane-card lane-card-held">
            <CardText run={run} task={dragged} words="" />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const INSTRUCTIONS =
  'Enter opens the task. Space picks it up; then up and down choose a lane, Space puts it there, Escape leaves it where it was.'

/** Keys have no pointer: for them it is the lane that the card was moved to. */
const laneUnder: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? closestCenter(args) : pointerWithin(args)

function useAnnouncements(): Announcements {
  const { run } = useShownRun()
  // It is asked while a drag goes on, and the run moves meanwhile.
  const shown = useRef(run)
  shown.current = run
  const over = (task: UniqueIdentifier, lane: UniqueIdentifier): string => {
    const move = laneMove(shown.current, taskId(String(task)), laneName(String(lane)))
    switch (move.is) {
      case 'same':
        return `${lane}: its own lane`
      case 'action':
        return `${lane}: it can be put here`
      case 'no':
        return `${lane}: not here, ${move.why}`
    }
  }
  return {
    onDragStart: ({ active }) => `Picked up ${active.id}`,
    onDragOver: ({ active, over: lane }) =>
      lane === null ? 'Over no lane' : over(active.id, lane.id),
    onDragEnd: ({ active, over: lane }) =>
      lane === null ? `${active.id} stays where it was` : `Dropped ${active.id} on ${lane.id}`,
    onDragCancel: ({ active }) => `${active.id} stays where it was`,
  }
}
