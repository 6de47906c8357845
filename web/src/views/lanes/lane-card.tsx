/** A task in its lane: a link to its page that can be dragged. */
import { useDraggable } from '@dnd-kit/core'
import { Link } from 'wouter'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { taskOf, type Run } from '../../../../src/core/run/run.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { TaskMark } from '../../parts/state-mark.tsx'
import './lane-card.css'
import { useTaskPath } from '../../data/live/use-task-path.ts'

export function LaneCard({ task }: { readonly task: TaskId }) {
  const { run, mode } = useShownRun()
  const pathOf = useTaskPath()
  const isStill = mode !== 'live' || run.settings.isolation === 'none'
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: task,
    disabled: isStill,
  })
  return (
    <Link
      ref={setNodeRef}
      href={pathOf(task)}
      className="lane-card"
      data-task={task}
      data-dragged={isDragging || undefined}
      draggable={false}
      title={taskOf(run, task).name}
      aria-describedby={isStill ? undefined : attributes['aria-describedby']}
      {...listeners}
    >
      <CardText run={run} task={task} />
    </Link>
  )
}

export const CardText = ({ run, task }: { readonly run: Run; readonly task: TaskId }) => (
  <>
    <TaskMark task={task} />
    <span className="lane-card-name">{taskOf(run, task).name}</span>
  </>
)
