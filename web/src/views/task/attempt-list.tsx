/** Every attempt at a task: what it was for, how it ended, how long it took, what it cost. */
import { Link } from 'wouter'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import type { Outcome } from '../../../../src/core/run/failure.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { formatCost } from '../../../../src/core/value/money.ts'
import { estimatedIn } from '../../../../src/core/agent/usage.ts'
import { attemptsAt, type Attempt } from '../../../../src/core/run/run.ts'
import { secondsOf } from '../../../../src/core/report/worker-results.ts'
import { sayFailure } from '../../../../src/core/say/say-failure.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Ago, Elapsed } from '../../parts/time.tsx'
import { sayFiles } from './task-facts.tsx'
import { useTaskPath } from '../../data/live/use-task-path.ts'

const PURPOSES: Readonly<Record<Attempt['purpose'], string>> = {
  work: 'to do the work',
  resolve: 'to fix what kept it from landing',
  redo: 'to redo the work that was sent back',
  'go-on': 'to continue with the answer',
}

export function AttemptList({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const pathOf = useTaskPath()
  const attempts = attemptsAt(run, task)
  if (attempts.length === 0) return <p className="quiet loading">It has not been started yet.</p>
  return (
    <ol className="attempts">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.id}>
          <h3>
            <Link href={`${pathOf(task)}?tab=transcript&attempt=${attempt.number}`}>
              Attempt {attempt.number}
            </Link>{' '}
            {PURPOSES[attempt.purpose]}
          </h3>
          <p>
            Agent {attempt.worker}, started <Ago at={attempt.startedAt} />,{' '}
            {attempt.ended === null ? (
              <>
                at it for <Elapsed since={attempt.startedAt} />
              </>
            ) : (
              `${sayOutcome(attempt.ended.outcome)}${sayAfter(secondsOf(attempt, run.lastEventAt))}`
            )}
            {attempt.usage.costUsd === null
              ? ''
              : `, ${formatCost(attempt.usage.costUsd, estimatedIn(attempt.usage))}`}
          </p>
          {attempt.delivery !== null && (
            <p className="quiet">
              Changed {sayFiles(attempt.delivery.changes)}, in{' '}
              <span className="mono">{attempt.delivery.commit.slice(0, 9)}</span>.
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** How long the work of an attempt took is not known if it was cut off. */
const sayAfter = (seconds: number): string =>
  seconds === 0 ? '' : ` after ${formatDuration(seconds)}`

function sayOutcome(outcome: Outcome): string {
  switch (outcome.is) {
    case 'succeeded':
      return 'done'
    case 'failed':
      return sayFailure(outcome.failure)
    case 'asked':
      return 'stopped to ask'
    case 'cancelled':
      return 'cancelled'
    case 'preempted':
      return 'put back into the queue'
    case 'lost':
      return 'cut off'
    case 'over-budget':
      return 'stopped: the budget was spent'
  }
}
