/** A task in its lane: a link to its page that can be dragged. */
import { useDraggable } from '@dnd-kit/core'
import { Link } from 'wouter'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { taskOf, type Run } from '../../../../src/core/run/run.ts'
import { standingOf, type StandingWord } from '../../../../src/core/report/task-standing.ts'
import { sightOf, useShownRun, type ShownRun } from '../../data/live/shown-run.tsx'
import { TaskMark } from '../../parts/state-mark.tsx'
import type { LanesData } from './lanes-data.ts'
import './lane-card.css'
import { useTaskPath } from '../../data/live/use-task-path.ts'

export interface LaneCardProps {
  readonly task: TaskId
  readonly waits: LanesData['waits']
}

export function LaneCard({ task, waits }: LaneCardProps) {
  const shown = useShownRun()
  const { run, mode } = shown
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
      <CardText run={run} task={task} words={wordsOf(shown, task, waits)} />
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

/** Only waiting, failed and skipped tasks: the head of the lane says how others stand. `waits`: found once for all. */
function wordsOf(shown: ShownRun, task: TaskId, waits: LanesData['waits']): string {
  const { word, says } = standingOf(shown.run, task, { ...sightOf(shown, shown.now()), waits })
  return SAID_HERE.has(word) ? says : ''
}

const SAID_HERE: ReadonlySet<StandingWord> = new Set(['waiting', 'failed', 'skipped'])
