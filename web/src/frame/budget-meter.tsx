/** What the run has spent, and how much of its budget that is; a click changes the budget. */
import { useState } from 'react'
import { budgetMeter } from '../../../src/core/agent/budget-meter.ts'
import type { ShownRun } from '../data/live/shown-run.tsx'
import RunBudget from './run-budget.tsx'

export default function BudgetMeter({ shown: { run, mode } }: { readonly shown: ShownRun }) {
  const [isAsked, setAsked] = useState(false)
  const meter = budgetMeter(run)
  if (meter === null) return null
  const { says, share, level } = meter
  const bar = share !== null && <progress value={share} aria-label="Budget spent" />
  if (mode !== 'live' || run.ended !== null)
    return (
      <span className="budget" data-level={level}>
        {bar}
        {says}
      </span>
    )
  return (
    <>
      <button
        type="button"
        className="budget"
        data-level={level}
        title="Change the budget"
        onClick={() => setAsked(true)}
      >
        {bar}
        {says}
      </button>
      {isAsked && <RunBudget run={run} onClose={() => setAsked(false)} />}
    </>
  )
}
