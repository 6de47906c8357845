/** The dialog of Suggest Order: loading, an error, nothing to order, or the orderings to choose from. */
import { useEffect, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { useIsNarrow } from '../../plan/use-is-narrow.ts'
import { ANALYZING, ClaudeLine } from './claude-line.tsx'
import { Comparison } from './comparison.tsx'
import type { NamedOrbs } from './named-orbs.ts'
import { StrategyCard } from './strategy-card.tsx'
import type { SuggestError, Suggestions } from './suggest-machine.ts'
import { wordsForNothing } from './suggest-words.ts'
import type { Suggest } from './use-suggest.ts'
import { WishForm } from './wish-form.tsx'
import './suggest-dialog.css'

export function SuggestDialog({
  suggest,
  named,
}: {
  readonly suggest: Suggest
  readonly named: NamedOrbs
}) {
  const { state, suggestions, error } = suggest.suggesting
  const isLate = useIsLate(PATIENCE)
  // Our orderings come so soon that a spinner before them would only flicker.
  if (state === 'Loading' && !isLate) return null
  return (
    <Dialog
      title="Suggested Orderings"
      description="Parallelization Suggestions"
      className="suggest-dialog"
      onClose={suggest.close}
    >
      {state === 'Loading' ? (
        <Loading />
      ) : state === 'Error' && error !== null ? (
        <Failed error={error} suggest={suggest} />
      ) : suggestions !== null && suggestions.orderings.length > 0 ? (
        <Found {...{ suggest, suggestions, named }} />
      ) : (
        <NothingToOrder suggest={suggest} />
      )}
    </Dialog>
  )
}

/** Milliseconds. */
const PATIENCE = 120

/** false for so long after it was first rendered. */
function useIsLate(after: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return isLate
}

const Loading = () => (
  <div className="suggest-middle" role="status" {...ANALYZING}>
    <span className="spinner" aria-hidden="true" />
    <p>Analyzing with Claude...</p>
  </div>
)

function Failed({ error, suggest }: { readonly error: SuggestError; readonly suggest: Suggest }) {
  return (
    <div className="suggest-middle" role="alert">
      <span className="suggest-warning" aria-hidden="true">
        ⚠
      </span>
      <h3>Could not generate orderings</h3>
      <p>{error.message}</p>
      {error.hint !== null && <p className="quiet">{error.hint}</p>}
      <div className="choices">
        <Button onClick={suggest.close}>Close</Button>
        <Button kind="primary" data-first onClick={suggest.suggest}>
          Retry
        </Button>
      </div>
    </div>
  )
}

function NothingToOrder({ suggest }: { readonly suggest: Suggest }) {
  const words = wordsForNothing(suggest.suggesting.suggestions?.response ?? null)
  return (
    <div className="suggest-middle">
      <p role="status">{words}</p>
      <Button data-first onClick={suggest.close}>
        Close
      </Button>
    </div>
  )
}

function Found({
  suggest,
  suggestions: { response, orderings },
  named,
}: {
  readonly suggest: Suggest
  readonly suggestions: Suggestions
  readonly named: NamedOrbs
}) {
  const isNarrow = useIsNarrow()
  const [isCompact, setCompact] = useState(isNarrow)
  return (
    <>
      {suggest.isStale && <Stale onSuggest={suggest.suggest} />}
      <ClaudeLine suggest={suggest} />
      <p className="suggest-summary">{response.analysis_summary}</p>
      {orderings.length > 1 && <Comparison {...{ suggest, orderings }} />}
      <WishForm suggest={suggest} />
      <div className="suggest-head">
        <h3>Select a Strategy</h3>
        <label>
          <input
            type="checkbox"
            checked={isCompact}
            onChange={(event) => setCompact(event.target.checked)}
          />{' '}
          Compact
        </label>
      </div>
      <div className="strategies" role="radiogroup" aria-label="Select a Strategy">
        {orderings.map((ordering, i) => (
          <StrategyCard
            key={ordering.key}
            {...{ suggest, ordering, named, isCompact }}
            number={i + 1}
          />
        ))}
      </div>
      <LeftOut leftOut={response.left_out} />
      <Insights insights={response.dependency_insights} />
      <p className="quiet suggest-basis">{response.prediction_basis}</p>
      <footer className="suggest-actions">
        <Button kind="primary" onClick={suggest.apply}>
          Apply Highlights to Orbs
        </Button>
        <Button disabled={suggest.suggesting.applied === null} onClick={suggest.clear}>
          Clear
        </Button>
        <span className="spring" />
        <Button onClick={suggest.close}>Close</Button>
      </footer>
    </>
  )
}

const Stale = ({ onSuggest }: { readonly onSuggest: () => void }) => (
  <p className="suggest-stale" role="status">
    <span>The workspaces have changed since these orderings were made.</span>
    <Button onClick={onSuggest}>Suggest again</Button>
  </p>
)

function Insights({ insights }: { readonly insights: readonly string[] }) {
  if (insights.length === 0) return null
  return (
    <section className="suggest-box" aria-label="Dependency Insights">
      <h3>Dependency Insights</h3>
      <ul>
        {insights.map((insight) => (
          <li key={insight}>{insight}</li>
        ))}
      </ul>
    </section>
  )
}

function LeftOut({ leftOut }: { readonly leftOut: Suggestions['response']['left_out'] }) {
  if (leftOut.length === 0) return null
  return (
    <section className="suggest-box" aria-label="Not in the order">
      <h3>Not in the order</h3>
      <ul>
        {leftOut.map(({ workspace_id, branch, reason }) => (
          <li key={workspace_id}>
            <code>{branch}</code> {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
