/**
 * Numbers that stand for chance, the same ones every time: of each task, every draw takes another slice of what may
 * happen, and no two tasks take their slices in the same order. So a few draws show as much as hundreds of random ones.
 */

/** Enough draws for a smooth interval; with many tasks, single ones even out, and fewer are enough. */
export const drawsFor = (tasks: number): number =>
  tasks > 20_000 ? 5 : Math.max(9, Math.min(33, Math.round(4000 / Math.max(1, tasks))))

export interface Draws {
  readonly count: number
  /** Between 0 and 1, for what all tasks of a draw have in common. */
  common(draw: number): number
  /** Between 0 and 1, for one task. */
  own(task: number, draw: number): number
  /** Another one for the same task, not spread as evenly. */
  other(task: number, draw: number): number
}

export function drawsOf(tasks: number, count: number): Draws {
  const slices = new Uint8Array(tasks * count)
  for (let task = 0; task < tasks; task++) shuffle(slices, task * count, count, task)
  return {
    count,
    common: (draw) => (draw + 0.5) / count,
    own: (task, draw) => (slices[task * count + draw]! + 0.5) / count,
    other: (task, draw) => (mixed(task * 8191 + draw * 131 + 7) + 0.5) / 2 ** 32,
  }
}

function shuffle(slices: Uint8Array, from: number, count: number, seed: number): void {
  for (let i = 0; i < count; i++) {
    const other = mixed(seed * 127 + i) % (i + 1)
    slices[from + i] = slices[from + other]!
    slices[from + other] = i
  }
}

/** A number of 32 bits that looks like no other one near it. */
function mixed(seed: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  bits = Math.imul(bits ^ (bits >>> 16), 0x27d4eb2f)
  return (bits ^ (bits >>> 15)) >>> 0
}

/** Where a share of the values is smaller; between two values it is in between. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = Math.max(0, Math.min(sorted.length - 1, share * sorted.length - 0.5))
  const below = Math.floor(place)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (place - below)
}
