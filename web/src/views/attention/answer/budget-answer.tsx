/** Raises the budget of a task or of the run, or cancels it. */
import { useState, type FormEvent } from 'react'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import { actionsFor } from '../../../../../src/core/ask/task-actions.ts'
import { doAction, doAsk } from '../../../act/do-ask.ts'
import { readUsd } from '../../../act/read-usd.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/fields.tsx'
import { GiveRunUp } from './give-run-up.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'

export interface BudgetAnswerProps {
  /** null: the budget of the run. */
  readonly task: TaskId | null
  readonly limitUsd: number
  onDone(): void
}

export function BudgetAnswer({ task, limitUsd, onDone }: BudgetAnswerProps) {
  const { run, now } = useShownRun()
  const [typed, setTyped] = useState(String(limitUsd * 2))
  const { isBusy, once } = useOneAtATime(onDone)
  const usd = readUsd(typed)
  const raise = (event: FormEvent): void => {
    event.preventDefault()
    if (usd !== null) once(() => doAsk(run, { ask: 'budget', task, usd }))
  }
  const cancel = task && actionsFor(run, task, now()).find(({ name }) => name === 'cancel')
  return (
    <form className="need-answer" onSubmit={raise} aria-busy={isBusy}>
      <TextField
        label="Its total budget in USD"
        inputMode="decimal"
        value={typed}
        aria-invalid={usd === null}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="need-buttons">
        <Button kind="primary" type="submit" disabled={usd === null}>
          {task === null ? 'Raise the budget of the run' : 'Raise its budget'}
        </Button>
        {cancel && (
          <Button onClick={() => once(() => doAction(run, task, cancel))}>{cancel.label}</Button>
        )}
        {task === null && <GiveRunUp once={once} />}
      </div>
    </form>
  )
}
