/** Shown when there is no need: what will come here, and what the agents do meanwhile. */
import { Link } from 'wouter'
import type { AttentionKind } from '../../../../src/core/report/attention.ts'
import { standingOf } from '../../../../src/core/report/task-standing.ts'
import { openAttempts, taskOf, type Run } from '../../../../src/core/run/run.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { sightOf, type ShownRun } from '../../data/live/shown-run.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { WordMark } from '../../parts/state-mark.tsx'
import { Elapsed } from '../../parts/time.tsx'
import { kindName } from './needs.ts'

/** kind: the kind that the user has chosen; null: all. */
export function NobodyNeedsYou({
  kind,
  shown,
}: {
  readonly kind: AttentionKind | null
  /** The run of this project; null: there is none. */
  readonly shown: ShownRun | null
}) {
  if (kind !== null)
    return (
      <EmptyState title={`${kindName(kind)}: none`}>
        <p>
          Nothing of this kind needs you now. <Link href="/attention">Show all kinds</Link>
        </p>
      </EmptyState>
    )
  if (shown === null || shown.mode === 'plan')
    return (
      <EmptyState title="Nothing has been started">
        <p>Questions, conflicts and everything else that only you can decide will appear here.</p>
      </EmptyState>
    )
  const { run } = shown
  return (
    <EmptyState title={run.ended === null ? 'All agents work without you' : 'This run is over'}>
      <p>
        Questions of agents, permission requests, conflicts, red checks and work to review appear
        here, and can be answered here.
      </p>
      <AtWork shown={shown} />
    </EmptyState>
  )
}

function AtWork({ shown }: { readonly shown: ShownRun }) {
  const { run } = shown
  const sight = sightOf(shown, shown.now())
  const working = openAttempts(run).map(({ task }) => ({ task, ...standingOf(run, task, sight) }))
  if (working.length === 0) return run.ended === null ? <p>{sayStill(run)}</p> : null
  return (
    <ul className="attention-at-work" aria-label="At work now">
      {working.map(({ task, word, worker, since, says }) => (
        <li key={task}>
          <WordMark word={word} />
          <Link href={`/tasks/${task}`}>{taskOf(run, task).name}</Link>
          <span className="quiet">
            {worker !== null && (
              <>
                agent {worker}, <Elapsed since={since} />
              </>
            )}{' '}
            {says}
          </span>
        </li>
      ))}
    </ul>
  )
}

function sayStill({ paused, counts }: Run): string {
  if (paused) return 'The run is paused: nothing new starts until you resume it.'
  return counts.landing > 0
    ? `${sayCount(counts.landing, 'task')} being merged and checked.`
    : 'No agent is working at the moment.'
}
