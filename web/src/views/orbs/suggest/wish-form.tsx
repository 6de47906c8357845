/** What the user wants of the orderings: how many, how much at once, and which one first. */
import { useState, type FormEvent } from 'react'
import { Button } from '../../../parts/button.tsx'
import { SelectField, TextField } from '../../../parts/fields.tsx'
import type { Suggest, Wishes } from './use-suggest.ts'

const MOST_ORDERINGS = 6

const PREFERENCES: readonly (readonly [string, string])[] = [
  ['', 'No preference'],
  ['max_parallel', 'Maximum Parallelism'],
  ['depth_first', 'Depth-First'],
  ['ci_optimized', 'CI-Optimized'],
  ['least_rebasing', 'Least rebasing'],
  ['unblock_most', 'Unblock most'],
]

export function WishForm({ suggest }: { readonly suggest: Suggest }) {
  const { count, maxParallel, preference } = suggest.wishes
  const [atOnce, setAtOnce] = useState(maxParallel === null ? '' : String(maxParallel))
  const change = (wish: Partial<Wishes>): void => suggest.setWishes({ ...suggest.wishes, ...wish })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    suggest.suggest()
  }
  return (
    <details className="wish-form">
      <summary>Options</summary>
      <form onSubmit={submit}>
        <SelectField
          label="Orderings"
          value={count}
          onChange={(event) => change({ count: Number(event.target.value) })}
        >
          {Array.from({ length: MOST_ORDERINGS }, (_, i) => (
            <option key={i}>{i + 1}</option>
          ))}
        </SelectField>
        <TextField
          label="At most at once"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,2}"
          placeholder="no limit"
          value={atOnce}
          onChange={({ target }) => {
            setAtOnce(target.value)
            if (target.validity.valid)
              change({ maxParallel: target.value === '' ? null : Number(target.value) })
          }}
        />
        <SelectField
          label="Show first"
          value={preference}
          onChange={(event) => change({ preference: event.target.value })}
        >
          {PREFERENCES.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit">Suggest again</Button>
      </form>
    </details>
  )
}
