/** How the run stands: a word or two, its progress, its cost, the time left. */
import { Suspense } from 'react'
import { useNow, useShownRun } from '../data/live/shown-run.tsx'
import { useSparingly } from '../data/live/use-sparingly.ts'
import { waitsForYou } from '../../../src/core/report/waits-for-you.ts'
import { runWords } from './run-words.ts'
import { loadWhenShown } from '../parts/load-when-shown.ts'
import './run-state.css'

/** Comes a moment later: it brings the scheduler with it, and the board does not wait for that. */
const TimeLeft = loadWhenShown(() => import('./run-time-left.tsx'))
const BudgetMeter = loadWhenShown(() => import('./budget-meter.tsx'))

/** Milliseconds. */
export const LOOK_AGAIN = 2500

export function RunState() {
  const shown = useShownRun()
  const { run, mode } = shown
  // A run that is starting has started, or stopped, some seconds later.
  useNow(LOOK_AGAIN)
  const { word, tone } = runWords(shown, useSparingly(waitsForYou))
  const total = run.plan.tasks.length
  return (
    <div className="run-state">
      <span className="run-word" data-tone={tone}>
        {mode === 'plan' ? word : `Run ${run.id}: ${word}`}
      </span>
      <span className="run-progress">
        <progress value={run.counts.landed} max={Math.max(total, 1)} aria-label="Landed" />
        {run.counts.landed} of {total} landed
      </span>
      <Suspense>
        <BudgetMeter shown={shown} />
      </Suspense>
      <Suspense>{tone !== 'still' && <TimeLeft shown={shown} />}</Suspense>
    </div>
  )
}
