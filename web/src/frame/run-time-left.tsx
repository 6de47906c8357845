/** The time that the run still needs. */
import { useMemo } from 'react'
import { sayTimeLeft } from '../../../src/core/say/say-time-left.ts'
import { timeLeft } from '../../../src/core/schedule/time-left.ts'
import type { ShownRun } from '../data/live/shown-run.tsx'

/** Computed only every few seconds, because it simulates the rest of the run. */
export default function RunTimeLeft({ shown }: { readonly shown: ShownRun }) {
  const { run } = shown
  const period = Math.floor(shown.now() / 5000)
  const left = useMemo(() => {
    const isMoving = shown.mode === 'live' && run.ended === null && run.plan.tasks.length <= 2000
    return isMoving ? sayTimeLeft(timeLeft(run, shown.now())) : null
  }, [run, period, run.counts.landed])
  return left === null ? null : <span className="run-left">{left}</span>
}
