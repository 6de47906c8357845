/** The legend below the hall: what an orb looks like in each state, how fresh it is, or in which phase. */
import { isBlocked, type Orb, type OrbState } from '../../../../src/core/workspace/orbs.ts'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { FRESHNESS_RAMP } from './hall/look/palette.ts'
import { OrbMark } from './orb-mark.tsx'
import { STATE_WORDS } from '../../../../src/core/workspace/summary.ts'
import type { Ordering } from './suggest/orderings.ts'
import { thousands } from './thousands.ts'
import './legend.css'

const STATES: readonly OrbState[] = [
  'passing',
  'pending',
  'failing',
  'working',
  'stuck',
  'idle',
  'stale',
  'merged',
]

/** A legend of so many phases fits; the panel has all of them. */
const MOST_PHASES = 6

export function Legend({
  orbs,
  colours,
  staleMinutes,
  applied,
}: {
  readonly orbs: readonly Orb[]
  readonly colours: 'state' | 'freshness'
  readonly staleMinutes: number
  readonly applied: Ordering | null
}) {
  return (
    <ul className="orbs-legend" aria-label="Legend">
      {applied !== null ? (
        <PhaseLegend applied={applied} />
      ) : colours === 'freshness' ? (
        <Freshness minutes={staleMinutes} />
      ) : (
        <StateLegend orbs={orbs} />
      )}
    </ul>
  )
}

/** Only what can be seen above it. */
function StateLegend({ orbs }: { readonly orbs: readonly Orb[] }) {
  const states = new Set(orbs.filter(({ isGhost }) => !isGhost).map(({ state }) => state))
  return (
    <>
      {STATES.filter((state) => states.has(state)).map((state) => (
        <li key={state}>
          <OrbMark state={state} />
          {STATE_WORDS[state]}
        </li>
      ))}
      {orbs.some(isBlocked) && (
        <li>
          <OrbMark state="idle" isBlocked />
          blocked
        </li>
      )}
      {orbs.some(({ after }) => after.length > 0) && (
        <li>
          <svg className="dashes" viewBox="0 0 22 8" aria-hidden="true">
            <path d="M1 7Q11 -3 21 7" />
          </svg>
          depends on
        </li>
      )}
      {orbs.some(({ isGhost }) => isGhost) && (
        <li>
          <OrbMark state="idle" isGhost />
          PR, no workspace
        </li>
      )}
      {orbs.some(({ waiting }) => waiting > 1) && (
        <li>
          <span className="larger">
            <OrbMark state="idle" />
          </span>
          larger: more wait
        </li>
      )}
    </>
  )
}

function PhaseLegend({ applied }: { readonly applied: Ordering }) {
  const { phases } = applied.strategy
  const more = phases.length - MOST_PHASES
  return (
    <>
      {phases.slice(0, MOST_PHASES).map(({ phase_number, workspace_ids }, i) => (
        <li key={phase_number}>
          <OrbMark state="idle" phase={phase_number} />
          {i === 0 ? 'start now' : 'then'} <strong>{thousands(workspace_ids.length)}</strong>
        </li>
      ))}
      {more > 0 && <li>{`and ${more} more`}</li>}
      <li>
        <OrbMark state="idle" phase={null} />
        not in the order
      </li>
    </>
  )
}

const Freshness = ({ minutes }: { readonly minutes: number }) => (
  <li className="freshness">
    active now <span className="freshness-ramp" style={{ background: FRESHNESS_RAMP }} />{' '}
    {`not for ${formatDuration(minutes * 60)}`}
  </li>
)
