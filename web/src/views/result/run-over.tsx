/** A finished run in a few large figures, with the next step. */
import { useMemo } from 'react'
import { Link } from 'wouter'
import { NOT_MEASURED, summarise } from '../../../../src/core/report/summary.ts'
import { endFigures } from '../../../../src/core/say/say-end-state.ts'
import { lastTaken } from '../../../../src/core/take/taking.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { NewPlanButton } from '../plan/make/new-plan-button.tsx'
import './run-over.css'

interface RunOverProps {
  /** Shown as one line above a view. */
  readonly isLine?: boolean
  /** The view itself offers a new plan. */
  readonly hasNewPlan?: boolean
}

export default function RunOver({ isLine = false, hasNewPlan = false }: RunOverProps) {
  const { run } = useShownRun()
  const figures = useMemo(() => endFigures(summarise(run, NOT_MEASURED)), [run])
  return (
    <section className="run-over" data-line={isLine} aria-label={`Run ${run.id} is over`}>
      {!isLine && <EmptyArt name={run.counts.landed > 0 ? 'over' : 'runs'} />}
      <h2>{titleOf(run)}</h2>
      <ul className="run-over-figures">
        {figures.map(([figure, about]) => (
          <li key={about}>
            <strong>{figure}</strong> <span>{about || 'in all'}</span>
          </li>
        ))}
      </ul>
      <NextStep {...{ run, hasNewPlan }} />
    </section>
  )
}

function titleOf({ ended, counts, plan }: Run): string {
  if (ended?.status === 'cancelled') return 'This run was cancelled'
  if (counts.landed === plan.tasks.length) return 'This run is over: everything landed'
  return counts.landed === 0 ? 'This run is over: nothing landed' : 'This run is over'
}

function NextStep({ run, hasNewPlan }: { readonly run: Run; readonly hasNewPlan: boolean }) {
  if (run.counts.failed > 0) return <Link href="/attention">See what failed</Link>
  if (run.counts.landed > 0 && run.target !== null && lastTaken(run) === null)
    return <Link href="/board">See and take the result</Link>
  return hasNewPlan ? null : <NewPlanButton />
}
