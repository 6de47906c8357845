/** The dialog that changes the budget of the run. */
import { useState, type FormEvent } from 'react'
import { budgetMeter } from '../../../src/core/agent/budget-meter.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { doAsk } from '../act/do-ask.ts'
import { readUsd } from '../act/read-usd.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'

export default function RunBudget({
  run,
  onClose,
}: {
  readonly run: Run
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState(run.budgetUsd === null ? '' : String(run.budgetUsd))
  const meter = budgetMeter({ ...run, budgetUsd: null })
  const usd = readUsd(typed)
  const isRight = usd !== null || typed.trim() === ''
  const change = (event: FormEvent): void => {
    event.preventDefault()
    if (!isRight) return
    onClose()
    void doAsk(run, { ask: 'budget', task: null, usd })
  }
  return (
    <Dialog title="Budget of this run" onClose={onClose}>
      <form onSubmit={change}>
        <TextField
          label="Total in USD; empty: no limit"
          inputMode="decimal"
          value={typed}
          aria-invalid={!isRight}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p className="quiet">
          {meter === null ? 'Nothing was spent' : meter.says} so far. When it is spent nothing new
          starts, and you are asked.
        </p>
        <div className="choices">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={!isRight}>
            Change it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
