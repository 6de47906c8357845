/** The numbers from which orbs and their links are drawn: 24 for each orb, in one texture. */
import type { Place } from '../layout/hall-layout.ts'
import type { OrbLook, Ring, Sign } from './orb-look.ts'
import { linkTrim } from './link-curve.ts'

/** x y z radius | base x y z, floor | r g b alpha | sign, ring, marks, halo | link from, to, kind, least pixels | link r g b alpha */
export const NUMBERS = 24
/** Up to here it is where the orb stands; after it, how it looks. */
const LOOKS_FROM = 8
/** Signs, rings, marks and kinds of links are chosen, not mixed. */
const CHOSEN: readonly number[] = [12, 13, 14, 18]

const SIGN_NUMBERS: Readonly<Record<Sign, number>> = {
  none: 0,
  check: 1,
  dots: 2,
  cross: 3,
  play: 4,
  bang: 5,
  clock: 6,
  bar: 7,
}
/** The sign of phase 1 has this number. */
export const FIRST_DIGIT = 8
/** The atlas holds signs up to this number; further phases are shown by colour only. */
export const LAST_SIGN = 127
const RINGS: readonly Ring[] = ['none', 'pass', 'pending', 'fail']

export const MARKS = {
  stuck: 1,
  working: 2,
  ghost: 4,
  selected: 8,
  hovered: 16,
  darkSign: 32,
} as const
export const LINK_KINDS = { root: 1, dashed: 2, passing: 4 } as const

export interface DrawnOrb {
  readonly place: Place
  readonly look: OrbLook
  readonly isRoot: boolean
  readonly isPassing: boolean
  readonly baseRadius: number
}

export function writeOrb(
  into: Float32Array,
  index: number,
  { place, look, isRoot, isPassing, baseRadius }: DrawnOrb,
): void {
  const at = index * NUMBERS
  const trim = linkTrim(place, isRoot, baseRadius)
  const { base } = place
  into.set([place.x, place.y, place.z, place.radius, base.x, base.y, base.z, place.floor], at)
  into.set(
    [...look.colour, look.alpha, signNumber(look), ringNumber(look), marksOf(look), look.halo],
    at + 8,
  )
  const kind =
    (isRoot ? LINK_KINDS.root : 0) +
    (look.isGhost ? LINK_KINDS.dashed : 0) +
    (isPassing ? LINK_KINDS.passing : 0)
  into.set([trim.from, trim.to, kind, look.leastPixels, ...look.link, look.linkAlpha], at + 16)
}

function signNumber({ sign, phase }: OrbLook): number {
  const digit = FIRST_DIGIT + phase - 1
  return phase > 0 && digit <= LAST_SIGN ? digit : SIGN_NUMBERS[sign]
}

/** The whole part is the kind of ring, the rest how strongly it is drawn. */
const ringNumber = ({ ring, ringAlpha }: OrbLook): number =>
  RINGS.indexOf(ring) + Math.min(0.99, ringAlpha)

const marksOf = ({ isStuck, isWorking, isGhost, hasDarkSign }: OrbLook): number =>
  (isStuck ? MARKS.stuck : 0) +
  (isWorking ? MARKS.working : 0) +
  (isGhost ? MARKS.ghost : 0) +
  (hasDarkSign ? MARKS.darkSign : 0)

export interface Blend {
  readonly from: Float32Array
  readonly to: Float32Array
  readonly places: number
  /** By the index of the orb. */
  readonly looks: (orb: number) => number
}

/** Writes what is seen on the way from one state to the other; at 1 it is the other, exactly. */
export function blendOrbs(now: Float32Array, { from, to, places, looks }: Blend): void {
  for (let at = 0, orb = 0; at < now.length; at += NUMBERS, orb++) {
    for (let i = at; i < at + LOOKS_FROM; i++) now[i] = mixed(from[i]!, to[i]!, places)
    const part = looks(orb)
    for (let i = at + LOOKS_FROM; i < at + NUMBERS; i++) now[i] = mixed(from[i]!, to[i]!, part)
    for (const chosen of CHOSEN) now[at + chosen] = (part < 0.5 ? from : to)[at + chosen]!
  }
}

const mixed = (a: number, b: number, part: number): number => (part >= 1 ? b : a + (b - a) * part)
