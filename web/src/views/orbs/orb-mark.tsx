/** A small orb, as in the hall: state by colour, shape and ring. For the legend, the list and the card. */
import type { OrbState } from '../../../../src/core/workspace/orbs.ts'
import type { CiStatus } from '../../../../src/core/workspace/tracker.ts'
import { phaseColour } from './suggest/orderings.ts'
import './orb-mark.css'

export interface OrbMarkProps {
  readonly state: OrbState
  readonly ci?: CiStatus
  readonly isGhost?: boolean
  /** A person has recorded a blocker. */
  readonly isBlocked?: boolean
  /** The phase of the orb in the highlighted ordering; null: the orb is in none of its phases. */
  readonly phase?: number | null
}

/** SVG paths in a box around the middle of the ball, whose radius is 6.4. */
const GLYPHS: Readonly<Record<OrbState, string>> = {
  passing: 'M-2.9 .2L-.8 2.4L3 -2.2',
  failing: 'M-2.3 -2.3L2.3 2.3M2.3 -2.3L-2.3 2.3',
  pending: 'M-2.9 0h.01M0 0h.01M2.9 0h.01',
  working: 'M-1.7 -2.9L3 0L-1.7 2.9z',
  stuck: 'M0 -3.2v3.6M0 3v.01',
  stale: 'M0 -2.6V0L1.7 1.2',
  merged: '',
  idle: '',
}

const BAR = 'M-3.1 0H3.1'

export function OrbMark(props: OrbMarkProps) {
  const { state, ci = '', isGhost = false, isBlocked = false, phase } = props
  const hasPhase = phase !== undefined && phase !== null
  const radius = hasPhase ? 8.4 : state === 'merged' ? 4.6 : 6.4
  const colour = hasPhase ? `phase-${phaseColour(phase)}` : phase === null ? 'rest' : state
  return (
    <svg
      className="orb-mark"
      data-colour={colour}
      data-ghost={isGhost}
      viewBox="-12 -12 24 24"
      aria-hidden="true"
    >
      {state === 'stuck' && <path className="diamond" d="M0 -11L11 0L0 11L-11 0z" />}
      {state !== 'passing' && <CiRing ci={ci} radius={radius + 2.2} />}
      {state === 'working' && !hasPhase && <Beads />}
      <circle className="ball" r={radius} />
      <circle className="shine" cx="-1.9" cy="-2.4" r="2.4" />
      {hasPhase ? (
        <text y="3.8">{phase}</text>
      ) : (
        <path
          className="glyph"
          data-sign={isBlocked ? 'bar' : state}
          d={isBlocked ? BAR : GLYPHS[state]}
        />
      )}
    </svg>
  )
}

function CiRing({ ci, radius }: { readonly ci: CiStatus; readonly radius: number }) {
  if (ci === '') return null
  return <circle className="ci-ring" data-ci={ci} r={radius} pathLength="100" />
}

const Beads = () => (
  <g className="beads">
    <circle cx="9.6" cy="-3" r="1.3" />
    <circle cx="-7.6" cy="6.6" r="1.3" />
    <circle cx="-4.6" cy="-9" r="1.3" />
  </g>
)
