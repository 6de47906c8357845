/** The numbers of all orbs while they change: each orb moves and changes its colours from what is seen now to what shall be seen. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import type { HallLayout } from '../layout/hall-layout.ts'
import { easeOut, MOTION, phasePart } from '../look/motion.ts'
import { blendOrbs, MARKS, NUMBERS, writeOrb } from '../look/orb-data.ts'
import { lookOf, type LookOf } from '../look/orb-look.ts'

/** How a change is shown. `jump`: at once. */
export type Change = 'jump' | 'move' | 'focus' | 'phases'

export interface Styled {
  readonly orbs: readonly Orb[]
  readonly layout: HallLayout
  styleOf(orb: Orb): LookOf
}

export class OrbNumbers {
  readonly index = new Map<string, number>()
  #from = new Float32Array(0)
  #to = new Float32Array(0)
  #phases = new Uint8Array(0)
  #change: Change = 'jump'
  #started = -Infinity
  #isSettled = true
  #movesPlaces = false

  get count(): number {
    return this.index.size
  }

  /** `seen` are the numbers that are drawn now, by the indexes of before. false: nothing looks different, so nothing moves. */
  change({ orbs, layout, styleOf }: Styled, seen: Float32Array, how: Change, now: number): boolean {
    const before = new Map(this.index)
    const to = new Float32Array(orbs.length * NUMBERS)
    const phases = new Uint8Array(orbs.length)
    this.index.clear()
    for (const [i, orb] of orbs.entries()) {
      const place = layout.places.get(orb.id)!
      const style = styleOf(orb)
      const isRoot = orb.parent === null || !layout.places.has(orb.parent)
      const baseRadius = isRoot ? 0 : layout.places.get(orb.parent)!.radius
      writeOrb(to, i, {
        place,
        look: lookOf(orb, style),
        isRoot,
        isPassing: orb.ci === 'pass' && style.phase === null,
        baseRadius,
      })
      phases[i] = Math.max(1, Math.min(99, style.phase ?? 1))
      this.index.set(orb.id, i)
    }
    if (areSame(before, this.index) && areEqual(this.#to, to)) return false
    this.#from = startingFrom(seen, before, [...this.index.keys()], to)
    this.#to = to
    this.#phases = phases
    this.#movesPlaces = how === 'move'
    this.#change = how
    this.#started = now
    this.#isSettled = false
    return true
  }

  /** Writes what is seen at this time; false: nothing has changed since the last call. */
  write(into: Float32Array, now: number, isStill: boolean): boolean {
    if (this.#isSettled) return false
    const part =
      isStill || this.#change === 'jump' ? 1 : (now - this.#started) / LENGTHS[this.#change]
    const isPhases = this.#change === 'phases'
    const looks = isPhases
      ? (orb: number) => (part >= 1 ? 1 : phasePart(part, this.#phases[orb]!))
      : () => easeOut(part)
    const numbers = into.subarray(0, this.#to.length)
    blendOrbs(numbers, {
      from: this.#from,
      to: this.#to,
      places: this.#movesPlaces ? easeOut(part) : 1,
      looks,
    })
    this.#isSettled = part >= 1
    return true
  }

  get isMoving(): boolean {
    return !this.#isSettled
  }
}

const LENGTHS = { move: MOTION.tidy, focus: MOTION.focus, phases: MOTION.phases } as const

/** A new orb grows at its place. */
function startingFrom(
  seen: Float32Array,
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
  to: Float32Array,
): Float32Array<ArrayBuffer> {
  const from = new Float32Array(to)
  for (const [i, id] of ids.entries()) {
    const old = before.get(id)
    if (old === undefined) from[i * NUMBERS + 3] = 0
    else from.set(seen.subarray(old * NUMBERS, (old + 1) * NUMBERS), i * NUMBERS)
  }
  return from
}

function areSame(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): boolean {
  return before.size === now.size && [...now].every(([id, index]) => before.get(id) === index)
}

const areEqual = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((number, i) => number === b[i])

const MARKS_AT = 14

/** Which orb is selected and which is under the cursor is shown at once. */
export function setMark(
  numbers: Float32Array,
  orb: number,
  mark: 'selected' | 'hovered',
  isSet: boolean,
): void {
  const at = orb * NUMBERS + MARKS_AT
  const marks = numbers[at]!
  numbers[at] = isSet ? marks | MARKS[mark] : marks & ~MARKS[mark]
}
