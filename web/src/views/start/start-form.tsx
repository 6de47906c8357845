/** The form of a start: what will be done, what it takes and costs, and what can be chosen. */
import type { FormEvent } from 'react'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { StartOffer } from '../../data/api/start.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { sayCost, sayTime } from './start-words.ts'
import type { TypedStart } from './typed-start.ts'
import './start-form.css'

interface StartFormProps {
  readonly offer: StartOffer
  readonly typed: TypedStart
  readonly isBusy: boolean
  readonly change: (change: Partial<TypedStart>) => void
  readonly onSubmit: (event: FormEvent) => void
  readonly onClose: () => void
}

export function StartForm(props: StartFormProps) {
  const { offer, typed, isBusy, change, onSubmit, onClose } = props
  return (
    <form className="start-form" onSubmit={onSubmit}>
      <Facts offer={offer} />
      <Fields {...props} />
      {offer.warnings.length > 0 && (
        <ul className="start-warnings quiet">
          {offer.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <label className="start-again">
        <input
          type="checkbox"
          checked={!typed.asksAgain}
          onChange={(event) => change({ asksAgain: !event.target.checked })}
        />
        Start like this next time, without asking
      </label>
      <div className="choices">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" data-first disabled={isBusy}>
          {isBusy ? 'Starting …' : 'Start now'}
        </Button>
      </div>
    </form>
  )
}

function Facts({ offer }: { readonly offer: StartOffer }) {
  const { file, tasks, prompts, check, target } = offer
  const facts = [
    ['Plan', `${file}: ${sayCount(tasks, 'task')}, ${prompts} for an agent`],
    ['Time', sayTime(offer)],
    ['Cost', sayCost(offer)],
    ...(target === null ? [] : [['Check', check ?? 'none: what lands is not checked']]),
  ] as const
  return (
    <dl className="start-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Fields({ offer, typed, change }: StartFormProps) {
  const { agent, agents, prompts, target } = offer
  return (
    <div className="start-fields">
      {prompts > 0 && (
        <SelectField
          label="Agent"
          value={typed.agent}
          onChange={(event) => change({ agent: event.target.value })}
        >
          <option value="">{agent === null ? 'as set' : `as set: ${agent}`}</option>
          {agents.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Agents at once"
        type="number"
        min={1}
        max={1000}
        step={1}
        value={typed.parallel}
        onChange={(event) => change({ parallel: event.target.value })}
      />
      <TextField
        label="Budget in USD"
        type="number"
        min={0.01}
        step="any"
        placeholder="no limit"
        value={typed.budget}
        onChange={(event) => change({ budget: event.target.value })}
      />
      {target !== null && (
        <TextField
          label="Target branch"
          placeholder={target}
          value={typed.into}
          onChange={(event) => change({ into: event.target.value })}
        />
      )}
    </div>
  )
}
