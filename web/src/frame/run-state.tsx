/** How the run stands: a word or two, its progress, the time left, its cost. */
import { useMemo } from 'react'
import { formatCost } from '../../../src/core/value/money.ts'
import { sayTimeLeft } from '../../../src/core/say/say-time-left.ts'
import { timeLeft } from '../../../src/core/schedule/time-left.ts'
import { estimatedIn } from '../../../src/core/agent/usage.ts'
import { useShownRun, type ShownRun } from '../data/live/shown-run.tsx'
import { useSparingly } from '../data/live/use-sparingly.ts'
import { waitsForYou } from '../../../src/core/report/waits-for-you.ts'
import { runWords } from './run-words.ts'
import './run-state.css'

export function RunState() {
  const shown = useShownRun()
  const { run, mode } = shown
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
      {tone !== 'still' && <TimeLeft shown={shown} />}
      {run.usage.costUsd !== null && (
        <span>{formatCost(run.usage.costUsd, estimatedIn(run.usage))}</span>
      )}
    </div>
  )
}

/** Computed only every few seconds, because it simulates the rest of the run. */
function TimeLeft({ shown }: { readonly shown: ShownRun }) {
  const { run } = shown
  const period = Math.floor(shown.now() / 5000)
  const left = useMemo(() => {
    const isMoving = shown.mode === 'live' && run.ended === null && run.plan.tasks.length <= 2000
    return isMoving ? sayTimeLeft(timeLeft(run, shown.now())) : null
  }, [run, period, run.counts.landed])
  return left === null ? null : <span className="run-left">{left}</span>
}
