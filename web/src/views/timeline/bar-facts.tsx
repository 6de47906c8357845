/** The facts about the selected task: when it was to run, when it ran, its dependencies and dependents. */
import { taskAt } from '../../../../src/core/run/run.ts'
import { Link } from 'wouter'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { sayOverdue } from '../../../../src/core/say/say-time-left.ts'
import { Button } from '../../parts/button.tsx'
import type { ShownTimeline } from './chart/shown-timeline.ts'
import { sayDelay } from './say-times.ts'
import type { TaskTimes } from './task-times.ts'
import type { TimeBar } from './time-bars.ts'
import './bar-facts.css'
import { useTaskPath } from '../../data/live/use-task-path.ts'

export function BarFacts({ picture, times, selected, select }: ShownTimeline) {
  const pathOf = useTaskPath()
  if (selected === null) return null
  const { id, name } = taskAt(picture, selected)
  const { before, after } = picture.graph
  return (
    <section className="bar-facts" aria-label={`Task ${id}`}>
      <header>
        <h2 className="cut">{name}</h2>
        <Link href={pathOf(id)}>Open task</Link>
        <span className="spring" />
        <Button kind="quiet" aria-label="Select no task" onClick={() => select(null)}>
          ✕
        </Button>
      </header>
      <Times times={times.get(selected)} />
      <TaskLinks title="Blocked by" tasks={before[selected]!} {...{ picture, select }} />
      <TaskLinks title="Blocks" tasks={after[selected]!} {...{ picture, select }} />
    </section>
  )
}

const secondsLate = (at: TimeBar, predicted: TimeBar): number =>
  at.end - at.start - (predicted.end - predicted.start)

function Times({ times }: { readonly times: TaskTimes | undefined }) {
  if (times === undefined) return null
  const { predicted, attempts, coming, seconds, difference } = times
  const [first] = attempts
  const isAtWork = attempts.at(-1)?.look === 'working'
  const waited = attempts.reduce((sum, bar) => sum + (bar.waitedUntil ?? bar.end) - bar.end, 0)
  return (
    <dl>
      {predicted !== undefined && (
        <Fact name="Predicted">
          {`${formatDuration(predicted.end - predicted.start)}, from ${formatDuration(predicted.start)}, agent ${predicted.worker}`}
        </Fact>
      )}
      {seconds !== null && (
        <Fact name={isAtWork ? 'So far' : 'Took'}>
          {`${formatDuration(seconds)}, agent ${attempts.at(-1)!.worker}${difference === null ? '' : `, ${difference}`}`}
        </Fact>
      )}
      {isAtWork && predicted !== undefined && secondsLate(attempts.at(-1)!, predicted) > 0 && (
        <Fact name="Late">{sayOverdue(secondsLate(attempts.at(-1)!, predicted))}</Fact>
      )}
      {first !== undefined && predicted !== undefined && (
        <Fact name="Began">{sayDelay(predicted.start, first.start)}</Fact>
      )}
      {worthTelling(attempts).map((attempt) => (
        <Fact key={attempt.key} name={`Agent ${attempt.worker}`}>
          {`${attempt.told}, ${formatDuration(attempt.worked)}`}
        </Fact>
      ))}
      {waited >= 1 && <Fact name="Waited for a person">{formatDuration(waited)}</Fact>}
      {coming !== undefined && (
        <Fact name="Expected">{`to be done at ${formatDuration(coming.end)}`}</Fact>
      )}
    </dl>
  )
}

/** A single attempt that works or succeeded is not listed: the facts above say all about it. */
const worthTelling = (attempts: readonly TimeBar[]): readonly TimeBar[] =>
  attempts.length === 1 && ['succeeded', 'working'].includes(attempts[0]!.look) ? [] : attempts

const Fact = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const MOST_LINKS = 20

interface TaskLinksProps extends Pick<ShownTimeline, 'picture' | 'select'> {
  readonly title: string
  readonly tasks: readonly number[]
}

function TaskLinks({ title, tasks, picture, select }: TaskLinksProps) {
  if (tasks.length === 0) return null
  const left = tasks.length - MOST_LINKS
  return (
    <p>
      <span className="quiet">{title}</span>
      {tasks.slice(0, MOST_LINKS).map((task) => (
        <button key={task} type="button" className="task-link" onClick={() => select(task)}>
          {taskAt(picture, task).id}
        </button>
      ))}
      {left > 0 && <span className="quiet">{`and ${left} more`}</span>}
    </p>
  )
}
