/** The draft: its changes, what they would come to, and the button that applies them. */
import { useMemo, useState, useSyncExternalStore } from 'react'
import { sayChange } from '../../../../../src/core/say/say-change.ts'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { Button } from '../../../parts/button.tsx'
import { openStart } from '../../../act/new-work.ts'
import { applyDraft } from '../../../act/apply-draft.ts'
import { compareChains, comparePlans, figuresOf } from './compare-plans.ts'
import {
  clearDraft,
  readDraftedChanges,
  subscribeDraft,
  takeBack,
  type DraftedChange,
} from '../../../act/plan-draft.ts'
import type { ShownPlan, ShownSelection } from '../use-plan.ts'
import './draft-box.css'

export function DraftBox({ plan, select }: ShownSelection) {
  const changes = useSyncExternalStore(subscribeDraft, readDraftedChanges)
  if (changes.length === 0) return null
  return (
    <section className="draft-box" aria-label="Draft">
      <header>
        <h2>{sayCount(changes.length, 'change')} not applied</h2>
        <Button kind="quiet" onClick={clearDraft}>
          Drop all
        </Button>
      </header>
      <ul>
        {changes.map((change) => (
          <Drafted
            key={`${change.task} ${change.field}`}
            change={change}
            why={plan.drafted.refused.get(change.task) ?? null}
            onSelect={() => select(plan.graph.indexOf.get(change.task) ?? null)}
          />
        ))}
      </ul>
      <Figures plan={plan} />
      <ApplyButton plan={plan} />
    </section>
  )
}

interface DraftedProps {
  readonly change: DraftedChange
  /** Why the change cannot be made any more. */
  readonly why: string | null
  readonly onSelect: () => void
}

function Drafted({ change: { task, field, change }, why, onSelect }: DraftedProps) {
  return (
    <li>
      <button type="button" className="drafted" onClick={onSelect}>
        <code>{task}</code> {sayChange(change)}
      </button>
      <Button
        kind="quiet"
        aria-label={`Take back: ${task}, ${sayChange(change)}`}
        onClick={() => takeBack(task, field)}
      >
        ↶
      </Button>
      {why !== null && <p className="field-why">{why}</p>}
    </li>
  )
}

const SIGNS = { better: '▾', worse: '▴', same: '' } as const

/** Computed in the page, by the scheduler itself. */
function Figures({ plan: { run, drafted, shown } }: { readonly plan: ShownPlan }) {
  const [before, after] = useMemo(() => {
    const now = shown.mode === 'plan' ? null : shown.now()
    return [figuresOf(run, now), figuresOf(drafted.run, now)] as const
  }, [drafted])
  return (
    <>
      <table className="draft-figures" aria-label="Before and after">
        <thead className="unseen">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {comparePlans(before, after).map(({ name, before, after, is }) => (
            <tr key={name} data-is={is}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>
                <span aria-hidden="true">→ </span>
                <strong>{after}</strong>
                {is !== 'same' && <span className="draft-sign">{` ${SIGNS[is]} ${is}`}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <span className="quiet">Longest chain:</span> {compareChains(before, after)}
      </p>
    </>
  )
}

function ApplyButton({ plan: { shown, run, drafted } }: { readonly plan: ShownPlan }) {
  const [isBusy, setBusy] = useState(false)
  const isPlan = shown.mode === 'plan'
  const act = async (): Promise<void> => {
    setBusy(true)
    if (isPlan) openStart()
    else await applyDraft(run, drafted.changes)
    setBusy(false)
  }
  if (!isPlan && !shown.conducted)
    return <p className="quiet">This run is not being conducted: resume it to apply changes.</p>
  return (
    <Button
      kind="primary"
      disabled={isBusy || drafted.changes.length === 0}
      onClick={() => void act()}
    >
      {isPlan ? 'Start with these changes' : 'Apply'}
    </Button>
  )
}
