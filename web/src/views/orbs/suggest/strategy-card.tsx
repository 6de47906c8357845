/** One ordering: its phases, how long it should take, what holds it up, and what the user thinks of it. */
import { useId, useState } from 'react'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { formatEstimate } from '../../../../../src/core/value/duration.ts'
import { Button } from '../../../parts/button.tsx'
import { CompactPhases } from './compact-phases.tsx'
import type { NamedOrbs } from './named-orbs.ts'
import type { Ordering } from './orderings.ts'
import { PhaseEditor } from './phase-editor.tsx'
import { PhaseRows } from './phase-rows.tsx'
import type { Suggest } from './use-suggest.ts'

export interface StrategyCardProps {
  readonly suggest: Suggest
  readonly ordering: Ordering
  readonly named: NamedOrbs
  readonly isCompact: boolean
  /** From 1. */
  readonly number: number
}

/** The comparison scrolls to it. */
export const cardId = (key: string): string => `strategy-${key.replace(' ', '-')}`

export function StrategyCard(props: StrategyCardProps) {
  const { suggest, ordering, named, isCompact, number } = props
  const { strategy, isEdited, key } = ordering
  const isSelected = suggest.suggesting.selectedStrategy === key
  const [isEditing, setEditing] = useState(false)
  const heading = useId()
  return (
    <article
      className="strategy"
      id={cardId(key)}
      data-selected={isSelected}
      onClick={() => suggest.select(key)}
    >
      <header>
        <input
          type="radio"
          name="strategy"
          aria-labelledby={heading}
          checked={isSelected}
          onChange={() => suggest.select(key)}
        />
        <h4 id={heading}>
          <span className="quiet">{isCompact ? `${number}. ` : `Ordering ${number}: `}</span>
          {strategy.name}
          {isEdited && <span className="quiet"> (edited)</span>}
        </h4>
        {strategy.source === 'claude' && <span className="badge claude">Claude</span>}
        <span className="badge">{sayCount(strategy.estimated_total_phases, 'phase')}</span>
        <span className="badge">{`about ${formatEstimate(strategy.predicted_seconds)}`}</span>
      </header>
      {isCompact ? (
        <CompactPhases {...{ ordering, named }} />
      ) : (
        <>
          {isEditing ? (
            <PhaseEditor {...{ suggest, ordering, named }} />
          ) : (
            <PhaseRows {...{ ordering, named }} isWhole={isSelected} />
          )}
          {strategy.description !== '' && (
            <blockquote className="quiet">{`“${strategy.description}”`}</blockquote>
          )}
        </>
      )}
      <Bottlenecks branches={strategy.bottleneck_branches} />
      {isSelected && !isCompact && (
        <footer onClick={(event) => event.stopPropagation()}>
          <Button kind="quiet" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? 'Done editing' : 'Edit phases'}
          </Button>
          <span className="spring" />
          <Judgement {...{ suggest, ordering }} />
        </footer>
      )}
    </article>
  )
}

const MOST_BOTTLENECKS = 5

function Bottlenecks({ branches }: { readonly branches: readonly string[] }) {
  if (branches.length === 0) return null
  const more = branches.length - MOST_BOTTLENECKS
  return (
    <p className="bottlenecks">
      <span aria-hidden="true">⚠ </span>
      {`Bottlenecks: ${branches.slice(0, MOST_BOTTLENECKS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`}
    </p>
  )
}

function Judgement({ suggest, ordering }: Pick<StrategyCardProps, 'suggest' | 'ordering'>) {
  const given = suggest.given[ordering.key]
  return (
    <span className="judgement" role="group" aria-label="Is this ordering useful?">
      <Button
        kind="quiet"
        aria-pressed={given === 'useful'}
        onClick={() => suggest.judge(ordering, 'useful')}
      >
        Useful
      </Button>
      <Button
        kind="quiet"
        aria-pressed={given === 'not_useful'}
        onClick={() => suggest.judge(ordering, 'not_useful')}
      >
        Not useful
      </Button>
    </span>
  )
}
