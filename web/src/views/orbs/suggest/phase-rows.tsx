/** The phases of an ordering, one row each: number, what it is about, how many, and the branches. */
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { CI_MARKS, CI_WORDS } from '../orb-words.ts'
import { nameIn, type NamedOrbs } from './named-orbs.ts'
import { phaseColour, type Ordering } from './orderings.ts'

export interface PhaseProps {
  readonly ordering: Ordering
  readonly named: NamedOrbs
}

/** What is shown of an ordering that is not selected, and of the selected one. */
const FEW_PHASES = 3
const MOST_PHASES = 12
const MOST_NAMES = 10

export function PhaseRows({
  ordering: { strategy },
  named,
  isWhole,
}: PhaseProps & { readonly isWhole: boolean }) {
  const most = isWhole ? MOST_PHASES : FEW_PHASES
  const hasCi = strategy.strategy_id === 'ci_optimized'
  const more = strategy.phases.length - most
  return (
    <ol className="phase-rows">
      {strategy.phases.slice(0, most).map((phase) => (
        <li key={phase.phase_number} data-phase={phaseColour(phase.phase_number)}>
          <p>
            <span className="phase-badge">{`Phase ${phase.phase_number}`}</span>{' '}
            <span>{phase.description}</span>{' '}
            <span className="quiet">{`(${sayCount(phase.workspace_ids.length, 'task')})`}</span>
          </p>
          <Names ids={phase.workspace_ids} {...{ named, hasCi }} />
        </li>
      ))}
      {more > 0 && <li className="quiet">{`and ${sayCount(more, 'more phase')}`}</li>}
    </ol>
  )
}

function Names({
  ids,
  named,
  hasCi,
}: Pick<PhaseProps, 'named'> & {
  readonly ids: readonly string[]
  readonly hasCi: boolean
}) {
  const more = ids.length - MOST_NAMES
  return (
    <p className="phase-names">
      {ids.slice(0, MOST_NAMES).map((id, i) => {
        const orb = named.get(id)?.orb
        return (
          <span key={id}>
            {i > 0 && ', '}
            <code>{nameIn(named, id)}</code>
            {hasCi && orb !== undefined && <CiMark orb={orb} />}
          </span>
        )
      })}
      {more > 0 && <span className="quiet">{` and ${more} more`}</span>}
    </p>
  )
}

/** In words while it is pending or unknown, as the sign says less. */
const CiMark = ({ orb: { ci } }: { readonly orb: Orb }) => (
  <span className="orb-ci-words" data-ci={ci}>
    {' (CI: '}
    {ci === 'pass' || ci === 'fail' ? (
      <>
        <span aria-hidden="true">{CI_MARKS[ci]}</span>
        <span className="unseen">{CI_WORDS[ci]}</span>
      </>
    ) : (
      CI_WORDS[ci]
    )}
    {')'}
  </span>
)
