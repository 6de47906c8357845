/** A task in its lane: a link to it, and something to drag. */
import { useDraggable } from '@dnd-kit/core'
import { Link } from 'wouter'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { stateOf, taskOf, type Run } from '../../../../src/core/run/run.ts'
import { sayWait } from '../../../../src/core/say/say-wait.ts'
import type { Wait } from '../../../../src/core/schedule/why-waiting.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { sayStand } from '../task/say-stand.ts'
import { TaskMark } from '../../parts/state-mark.tsx'
import './lane-card.css'
import { useTaskPath } from '../../data/live/use-task-path.ts'

export interface LaneCardProps {
  readonly task: TaskId
  readonly wait: Wait | null
}

export function LaneCard({ task, wait }: LaneCardProps) {
  const { run, mode, now } = useShownRun()
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
      aria-describedby={isStill ? undefined : attributes['aria-describedby']}
      {...listeners}
    >
      <CardText run={run} task={task} words={wordsOf(run, task, wait, now())} />
    </Link>
  )
}

export function CardText({
  run,
  task,
  words,
}: {
  readonly run: Run
  readonly task: TaskId
  readonly words: string
}) {
  return (
    <>
      <span className="lane-card-name">{taskOf(run, task).name}</span>
      <TaskMark task={task} />
      {words !== '' && <span className="lane-card-words">{words}</span>}
    </>
  )
}

/** Why it waits was found for all tasks at once; how it stands otherwise is in the head of the lane. */
function wordsOf(run: Run, task: TaskId, wait: Wait | null, now: number): string {
  switch (stateOf(run, task).is) {
    case 'waiting':
      return wait === null ? '' : sayWait(wait, now)
    case 'failed':
    case 'skipped':
      return sayStand(run, task, now)
    case 'working':
    case 'stuck':
    case 'landing':
    case 'review':
    case 'landed':
    case 'cancelled':
      return ''
  }
}
