/** The form for a new plan: what is wanted, for how many agents, with a model or without. */
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Button } from '../../../parts/button.tsx'
import { TextField, WordsField } from '../../../parts/fields.tsx'
import type { TypedWish } from './kept-wish.ts'
import { TroubleBox } from './planning-stages.tsx'
import type { Trouble } from './use-planning.ts'

const EXAMPLE = `# Todo app

- [ ] Log in with a password
- [ ] Lists of todos, after the login
- [ ] Share a list with others`

export interface WishFormProps {
  readonly wish: TypedWish
  readonly change: (wish: TypedWish) => void
  readonly trouble: Trouble | null
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
}

export function WishForm({ wish, change, trouble, onSubmit, onClose }: WishFormProps) {
  const [isBusy, setBusy] = useState(false)
  const hint = useId()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || wish.words.trim() === '') return
    setBusy(true)
    await onSubmit()
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={submitByKeys}>
      {trouble !== null && <TroubleBox {...trouble} />}
      <WordsField
        label="What do you want?"
        rows={10}
        required
        data-first
        placeholder={EXAMPLE}
        aria-describedby={hint}
        value={wish.words}
        onChange={(event) => change({ ...wish, words: event.target.value })}
      />
      <p className="new-plan-hint" id={hint}>
        Words or Markdown. Headings, lists, “after” and “depends on” are understood.
      </p>
      <div className="new-plan-how">
        <TextField
          label="Agents at once"
          type="number"
          min={1}
          max={1000}
          step={1}
          placeholder="as configured"
          value={wish.agents}
          onChange={(event) => change({ ...wish, agents: event.target.value })}
        />
        <OfflineBox
          isOn={wish.isOffline}
          onChange={(isOffline) => change({ ...wish, isOffline })}
        />
      </div>
      <div className="choices">
        <span className="new-plan-keys quiet">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" kind="primary" disabled={isBusy || wish.words.trim() === ''}>
          Make a plan
        </Button>
      </div>
    </form>
  )
}

function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit()
}

interface OfflineBoxProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function OfflineBox({ isOn, onChange }: OfflineBoxProps) {
  const hint = useId()
  return (
    <div className="new-plan-offline">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.checked)}
        />
        Plan offline
      </label>
      <p className="new-plan-hint" id={hint}>
        Without a model: immediate and free, but the plan is rougher.
      </p>
    </div>
  )
}
