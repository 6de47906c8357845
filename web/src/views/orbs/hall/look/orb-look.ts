/** How an orb looks: colour, glow, ring, sign and how far it steps back, from its state and from what is selected or shown. */
import { isBlocked, type Orb } from '../../../../../../src/core/workspace/orbs.ts'
import { freshnessColour, mix, phaseColour, type Colour, type Palette } from './palette.ts'

export type Ring = 'none' | 'pass' | 'pending' | 'fail'
export type Sign = 'none' | 'check' | 'dots' | 'cross' | 'play' | 'bang' | 'clock' | 'bar'

export interface OrbLook {
  readonly colour: Colour
  readonly alpha: number
  readonly halo: number
  readonly ring: Ring
  readonly ringAlpha: number
  readonly sign: Sign
  /** Shown instead of the sign; 0: no phase. */
  readonly phase: number
  /** The sign is dark, because the orb is bright. */
  readonly hasDarkSign: boolean
  readonly isStuck: boolean
  readonly isWorking: boolean
  readonly isGhost: boolean
  /** Never drawn smaller than this many pixels. */
  readonly leastPixels: number
  readonly link: Colour
  readonly linkAlpha: number
}

export interface LookOf {
  readonly palette: Palette
  readonly isDark: boolean
  readonly colours: 'state' | 'freshness'
  /** null: no order is shown; 0: the orb is not in the order that is shown. */
  readonly phase: number | null
  /** The orb is drawn faintly, because another stack is selected, or because the search does not find the orb. */
  readonly isDimmed: boolean
  /** The stack of the orb is selected. */
  readonly isLit: boolean
}

const SIGNS: Readonly<Record<Orb['state'], Sign>> = {
  passing: 'check',
  pending: 'dots',
  failing: 'cross',
  working: 'play',
  stuck: 'bang',
  stale: 'clock',
  merged: 'none',
  idle: 'none',
}

const LEAST_PIXELS: Readonly<Partial<Record<Orb['state'], number>>> = {
  stuck: 4.6,
  failing: 3.2,
  working: 2.2,
}
const LEAST_BLOCKED = 3.2
const UNORDERED_ALPHA = 0.42
const DIMMED_ALPHA = 0.3
/** How strongly a halo of 1 glows. */
export const GLOW = { light: 0.3, dark: 0.55 } as const
/** How strongly an orb of a phase glows, on any ground. */
const PHASE_GLOW = 0.5

export function lookOf(orb: Orb, at: LookOf): OrbLook {
  const { palette, phase } = at
  const isPhased = phase !== null && phase > 0
  return {
    colour: colourOf(orb, at),
    alpha: (phase === 0 ? UNORDERED_ALPHA : 1) * (at.isDimmed ? DIMMED_ALPHA : 1),
    halo: phase === null ? haloOf(orb) : isPhased ? phaseHalo(orb, at) : 0,
    ring: ringOf(orb, at),
    ringAlpha: phase === 0 ? 0 : orb.state === 'stale' ? 0.45 : 1,
    sign: signOf(orb),
    phase: phase ?? 0,
    hasDarkSign: !isPhased && (at.isDark || orb.state === 'pending' || orb.state === 'stuck'),
    isStuck: orb.state === 'stuck',
    isWorking: orb.state === 'working',
    isGhost: orb.isGhost,
    leastPixels: Math.max(LEAST_PIXELS[orb.state] ?? 1.5, isBlocked(orb) ? LEAST_BLOCKED : 0),
    link: at.isLit ? palette.accent : isPhased ? phaseColour(phase) : palette.link,
    linkAlpha: (phase === 0 ? 0.5 : 1) * (at.isDimmed ? DIMMED_ALPHA : 1),
  }
}

function colourOf(orb: Orb, { palette, phase, colours }: LookOf): Colour {
  if (phase === 0) return palette.unordered
  if (phase !== null) return phaseColour(phase)
  const plain = colours === 'state' ? palette.states[orb.state] : freshnessColour(palette, orb.age)
  return orb.isGhost && colours === 'state' ? ghostColour(orb, palette, plain) : plain
}

/** A pull request without a workspace has only its checks to show. */
const ghostColour = ({ state, ci }: Orb, { states, rings }: Palette, plain: Colour): Colour =>
  state === 'stale' || ci === '' ? mix(plain, states.idle, 0.5) : rings[ci]

/** A glow says that something is going on here. */
function haloOf(orb: Orb): number {
  if (orb.state === 'stale') return 0
  const fresh = 0.25 + 0.75 * (1 - orb.age)
  return fresh * (LOUD[orb.state] ?? 0.75) * (orb.isGhost ? 0.25 : 1)
}

const phaseHalo = ({ isGhost }: Orb, { isDark }: LookOf): number =>
  (PHASE_GLOW / GLOW[isDark ? 'dark' : 'light']) * (isGhost ? 0.4 : 1)

const LOUD: Readonly<Partial<Record<Orb['state'], number>>> = {
  stuck: 1.5,
  failing: 1.5,
  working: 1.25,
  merged: 0.5,
}

/** A ball that is green anyway needs no green ring. */
function ringOf({ state, ci, isGhost }: Orb, { colours, phase }: LookOf): Ring {
  if (ci === '' || state === 'merged' || isGhost) return 'none'
  return state === 'passing' && colours === 'state' && phase === null ? 'none' : ci
}

/** What a person has recorded as a blocker says more than the state, which the colour shows as well. */
function signOf(orb: Orb): Sign {
  if (isBlocked(orb)) return 'bar'
  return orb.isGhost && orb.state !== 'stale' ? GHOST_SIGNS[orb.ci] : SIGNS[orb.state]
}

const GHOST_SIGNS: Readonly<Record<Orb['ci'], Sign>> = {
  '': 'none',
  pass: 'check',
  fail: 'cross',
  pending: 'dots',
}
