/** Shown when there is no need: what will come here, and what the agents do meanwhile. */
import { Suspense } from 'react'
import { Link } from 'wouter'
import type { AttentionKind } from '../../../../src/core/report/attention.ts'
import { standingOf } from '../../../../src/core/report/task-standing.ts'
import { openAttempts, taskOf, type Run } from '../../../../src/core/run/run.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { sightOf, type ShownRun } from '../../data/live/shown-run.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { loadWhenShown } from '../../parts/load-when-shown.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { WordMark } from '../../parts/state-mark.tsx'
import { Elapsed } from '../../parts/time.tsx'
import { StartOrPlan } from '../plan/make/start-or-plan.tsx'
import { kindName } from './needs.ts'

const RunOver = loadWhenShown(() => import('../result/run-over.tsx'))

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
      <EmptyState title="Nothing has been started" art={<EmptyArt name="calm" />}>
        <p>Questions, conflicts and everything else that only you can decide will appear here.</p>
        <StartOrPlan />
      </EmptyState>
    )
  if (shown.run.ended !== null)
    return (
      <Suspense>
        <RunOver />
      </Suspense>
    )
  return (
    <EmptyState title="All agents work without you" art={<EmptyArt name="calm" />}>
      <p>
        Questions, permission requests, conflicts, failures and work to review will appear here.
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
