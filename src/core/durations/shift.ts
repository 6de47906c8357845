/**
 * By how much durations differ from what was expected, all in the same direction: the likeliest common factor, as a
 * logarithm. Few durations move it little, a duration that is far off moves it no more than one that is somewhat off,
 * and work that still goes on counts as far as it has gone.
 */

export interface Sighting {
  /** The logarithm of the real duration over the expected one. */
  readonly off: number
  /** The spread of such logarithms around the common one. */
  readonly scale: number
  /** The work still goes on, so its duration will be longer than this. */
  readonly goesOn?: boolean
}

export interface Shift {
  readonly by: number
  /** How uncertain it is: a standard deviation. */
  readonly give: number
}

const MOST_ROUNDS = 40
const LONGEST_STEP = 1
const CLOSE_ENOUGH = 1e-6

/** usual: how large such shifts usually are, as a standard deviation around 0. */
export function shiftOf(sightings: readonly Sighting[], usual: number): Shift {
  let by = 0
  let pull = pullAt(sightings, by, usual)
  let [least, most] = [-Infinity, Infinity]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = pull.force / pull.stiffness
    if (Math.abs(step) < CLOSE_ENOUGH) break
    if (pull.force > 0) least = by
    else most = by
    const next = by + Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step))
    // Narrow scales make steps that jump to and fro over the likeliest factor.
    by = next <= least || next >= most ? (least + most) / 2 : next
    pull = pullAt(sightings, by, usual)
  }
  return { by, give: 1 / Math.sqrt(pull.stiffness) }
}

/** The slope of the logarithm of the likelihood, and how fast it falls. */
function pullAt(sightings: readonly Sighting[], by: number, usual: number) {
  let force = -by / usual ** 2
  let stiffness = 1 / usual ** 2
  for (const { off, scale, goesOn } of sightings) {
    const longer = 1 / (1 + Math.exp((by - off) / scale))
    const times = goesOn === true ? 1 : 2
    force += (times * longer - (goesOn === true ? 0 : 1)) / scale
    stiffness += (times * longer * (1 - longer)) / scale ** 2
  }
  return { force, stiffness }
}

/** How far the middle one of such logarithms is off, in scales. */
const MIDDLE_OFF = Math.log(3)

/** By which factor the sightings are spread wider than their scales say; close to 1 while they are few. */
export function widthOf(sightings: readonly Sighting[], by: number, trust: number): number {
  const done = sightings.filter(({ goesOn }) => goesOn !== true)
  if (done.length === 0) return 1
  const offs = done.map(({ off, scale }) => Math.abs(off - by) / scale).toSorted((a, b) => a - b)
  const middle = Math.max(offs[Math.floor(offs.length / 2)]!, 0.05)
  const share = done.length / (done.length + trust)
  return Math.exp(share * Math.log(middle / MIDDLE_OFF))
}
