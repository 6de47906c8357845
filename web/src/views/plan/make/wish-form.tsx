/** The form for a new plan from words: what is wanted, for how many agents, with a model or without. */
import { useId } from 'react'
import { Button } from '../../../parts/button.tsx'
import { WordsField } from '../../../parts/fields.tsx'
import { AgentsField } from './agents-field.tsx'
import type { TypedWish } from './kept-wish.ts'
import { TroubleBox } from './planning-stages.tsx'
import type { Trouble } from './use-planning.ts'
import { useSubmit } from './use-submit.ts'

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
  const hint = useId()
  const { isReady, ...handlers } = useSubmit(wish.words.trim() !== '', onSubmit)
  return (
    <form {...handlers}>
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
        <AgentsField {...{ wish, change }} />
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
        <Button type="submit" kind="primary" disabled={!isReady}>
          Make a plan
        </Button>
      </div>
    </form>
  )
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
