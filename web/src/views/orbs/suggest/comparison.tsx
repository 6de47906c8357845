/** The orderings side by side, in numbers: phases, time, and how often branches must be brought up to date. */
import { formatEstimate } from '../../../../../src/core/value/duration.ts'
import { cardId } from './strategy-card.tsx'
import type { Ordering } from './orderings.ts'
import type { Suggest } from './use-suggest.ts'

export function Comparison({
  suggest,
  orderings,
}: {
  readonly suggest: Suggest
  readonly orderings: readonly Ordering[]
}) {
  const times = orderings.map(({ strategy }) => strategy.predicted_seconds)
  const [shortest, longest] = [Math.min(...times), Math.max(...times)]
  const choose = (key: string): void => {
    suggest.select(key)
    // After the rendering that makes the card larger.
    requestAnimationFrame(() => document.getElementById(cardId(key))?.scrollIntoView())
  }
  return (
    <table className="comparison">
      <caption className="unseen">The orderings in numbers</caption>
      <thead>
        <tr>
          <th scope="col">Ordering</th>
          <th scope="col">Phases</th>
          <th scope="col">Predicted time</th>
          <th
            scope="col"
            title="How often a branch must be brought up to date before it can be merged"
          >
            Rebases
          </th>
        </tr>
      </thead>
      <tbody>
        {orderings.map(({ key, strategy, isEdited }) => (
          <tr key={key} data-selected={suggest.suggesting.selectedStrategy === key}>
            <th scope="row">
              <button type="button" className="orb-link" onClick={() => choose(key)}>
                {isEdited ? `${strategy.name}, edited` : strategy.name}
              </button>
            </th>
            <td>{strategy.estimated_total_phases}</td>
            <td>
              <span className="predicted">
                <span className="predicted-bar" aria-hidden="true">
                  <span style={{ width: `${widthOf(strategy.predicted_seconds, longest)}%` }} />
                </span>
                <strong>{formatEstimate(strategy.predicted_seconds)}</strong>
                {strategy.predicted_seconds === shortest && shortest < longest && (
                  <span className="fastest">fastest</span>
                )}
              </span>
            </td>
            <td>{strategy.expected_rebases}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const widthOf = (seconds: number, longest: number): number =>
  longest === 0 ? 0 : (100 * seconds) / longest
