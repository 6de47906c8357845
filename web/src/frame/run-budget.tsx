/** Asks what the run may spend in all. */
import { useState, type FormEvent } from 'react'
import { formatCost } from '../../../src/core/value/money.ts'
import { estimatedIn } from '../../../src/core/agent/usage.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { doAsk } from '../act/do-ask.ts'
import { readUsd } from '../act/read-usd.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'

export function RunBudget({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const [said, setSaid] = useState(run.budgetUsd === null ? '' : String(run.budgetUsd))
  const usd = readUsd(said)
  const isRight = usd !== null || said.trim() === ''
  const change = (event: FormEvent): void => {
    event.preventDefault()
    if (!isRight) return
    onClose()
    void doAsk(run, { ask: 'budget', task: null, usd })
  }
  return (
    <Dialog title="What may this run spend?" onClose={onClose}>
      <form onSubmit={change}>
        <TextField
          label="USD in all; empty: no limit"
          inputMode="decimal"
          value={said}
          aria-invalid={!isRight}
          onChange={(event) => setSaid(event.target.value)}
        />
        <p className="quiet">
          {formatCost(run.usage.costUsd ?? 0, estimatedIn(run.usage))} so far. When it is spent
          nothing new starts, and you are asked.
        </p>
        <div className="choices">
          <Button onClick={onClose}>Keep it as it is</Button>
          <Button type="submit" kind="primary" disabled={!isRight}>
            Change it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
