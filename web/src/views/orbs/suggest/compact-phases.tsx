/** The phases of an ordering on one line, with short names and arrows. */
import { CI_MARKS, CI_WORDS } from '../orb-words.ts'
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { phaseColour } from './orderings.ts'
import type { PhaseProps } from './phase-rows.tsx'

const MOST_PHASES = 5
const MOST_NAMES = 4

export function CompactPhases({ ordering: { strategy }, named }: PhaseProps) {
  const hasCi = strategy.strategy_id === 'ci_optimized'
  return (
    <p className="compact-phases">
      {strategy.phases.slice(0, MOST_PHASES).map(({ phase_number, workspace_ids }, i) => (
        <span key={phase_number}>
          {i > 0 && ' → '}
          <span className="phase-number" data-phase={phaseColour(phase_number)}>
            {phase_number}.
          </span>{' '}
          {workspace_ids.slice(0, MOST_NAMES).map((id, i) => (
            <span key={id}>
              {i > 0 && ', '}
              {named.get(id)?.shortName ?? id}
              {hasCi && <Mark orb={named.get(id)?.orb} />}
            </span>
          ))}
          {workspace_ids.length > MOST_NAMES && ` +${workspace_ids.length - MOST_NAMES}`}
        </span>
      ))}
      {strategy.phases.length > MOST_PHASES && ' → …'}
    </p>
  )
}

const Mark = ({ orb }: { readonly orb: Orb | undefined }) =>
  orb === undefined || orb.ci === '' ? null : (
    <span className="orb-ci-words" data-ci={orb.ci} title={`CI ${CI_WORDS[orb.ci]}`}>
      {` ${CI_MARKS[orb.ci]}`}
    </span>
  )
