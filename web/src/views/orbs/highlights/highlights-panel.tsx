/** The highlighted ordering beside the hall: its phases in figures, and what to do with it. */
import { useState } from 'react'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { sayMany, thousands } from '../thousands.ts'
import { formatEstimate } from '../../../../../src/core/value/duration.ts'
import { Button } from '../../../parts/button.tsx'
import { OrbMark } from '../orb-mark.tsx'
import type { NamedOrbs } from '../suggest/named-orbs.ts'
import { phaseColour, workspaceCount, type Ordering } from '../suggest/orderings.ts'
import { QueueOrder } from './queue-order.tsx'
import './highlights-panel.css'

const MOST_PHASES = 8

export interface HighlightsPanelProps {
  readonly applied: Ordering
  readonly named: NamedOrbs
  readonly isStale: boolean
  readonly onClear: () => void
  readonly onOther: () => void
  readonly onSuggest: () => void
}

export function HighlightsPanel(props: HighlightsPanelProps) {
  const { applied, named, isStale, onClear, onOther, onSuggest } = props
  const [isSmall, setSmall] = useState(false)
  const [isQueueing, setQueueing] = useState(false)
  const { name, description, phases, predicted_seconds } = applied.strategy
  if (isSmall)
    return (
      <Button className="highlights-small" onClick={() => setSmall(false)}>
        {`${name}: ${sayCount(phases.length, 'phase')}`}
      </Button>
    )
  return (
    <section className="orbs-panel highlights" aria-label="Highlighted order">
      <header>
        <div>
          <h2>{name}</h2>
          <p className="quiet">
            {[
              sayCount(phases.length, 'phase'),
              sayMany(workspaceCount(phases), 'workspace'),
              `about ${formatEstimate(predicted_seconds)}`.replaceAll(' ', '\u00a0'),
              ...(applied.isEdited ? ['edited'] : []),
            ].join(' · ')}
          </p>
        </div>
        <Button kind="quiet" aria-label="Make this panel small" onClick={() => setSmall(true)}>
          ✕
        </Button>
      </header>
      <PhaseBars applied={applied} />
      <p className="quiet">{description}</p>
      {isStale && (
        <p className="highlights-stale">
          The workspaces have changed since.{' '}
          <button type="button" className="orb-link" onClick={onSuggest}>
            Suggest again
          </button>
        </p>
      )}
      <div className="highlights-actions">
        <Button kind="primary" onClick={() => setQueueing(true)}>
          Queue this order
        </Button>
        <Button onClick={onClear}>Clear</Button>
      </div>
      <button type="button" className="orb-link" onClick={onOther}>
        Other orderings
      </button>
      {isQueueing && <QueueOrder {...{ applied, named }} onClose={() => setQueueing(false)} />}
    </section>
  )
}

function PhaseBars({ applied }: { readonly applied: Ordering }) {
  const { phases } = applied.strategy
  const all = workspaceCount(phases)
  const more = phases.length - MOST_PHASES
  return (
    <ol className="phase-bars">
      {phases.slice(0, MOST_PHASES).map(({ phase_number, workspace_ids }) => (
        <li key={phase_number} data-phase={phaseColour(phase_number)}>
          <OrbMark state="idle" phase={phase_number} />
          <span>{phase_number === 1 ? 'start now' : `after phase ${phase_number - 1}`}</span>
          <span className="phase-bar" aria-hidden="true">
            <span style={{ width: `${(100 * workspace_ids.length) / Math.max(1, all)}%` }} />
          </span>
          <strong>{thousands(workspace_ids.length)}</strong>
        </li>
      ))}
      {more > 0 && <li className="quiet">{`and ${sayCount(more, 'more phase')}`}</li>}
    </ol>
  )
}
