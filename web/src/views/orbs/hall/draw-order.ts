/** Orbs are drawn from the back to the front. */

const BUCKETS = 4096

/** Sorts by counting, because it is called while the hall turns: 10,000 orbs in a fraction of a millisecond. */
export class DrawOrder {
  readonly order: Uint32Array
  readonly #ends = new Uint32Array(BUCKETS + 1)

  constructor(count: number) {
    this.order = Uint32Array.from({ length: count }, (_, i) => i)
  }

  /** `depths` tells how far each orb is from the eye. */
  sort(depths: Float32Array): void {
    const { order } = this
    const ends = this.#ends.fill(0)
    const { least, most } = rangeOf(depths, order.length)
    const scale = (BUCKETS - 1) / Math.max(1e-6, most - least)
    const bucket = (orb: number): number => Math.floor((most - depths[orb]!) * scale)
    for (let i = 0; i < order.length; i++) ends[bucket(i) + 1]!++
    for (let b = 0; b < BUCKETS; b++) ends[b + 1]! += ends[b]!
    for (let i = 0; i < order.length; i++) order[ends[bucket(i)]!++] = i
  }
}

function rangeOf(
  depths: Float32Array,
  count: number,
): { readonly least: number; readonly most: number } {
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < count; i++) {
    least = Math.min(least, depths[i]!)
    most = Math.max(most, depths[i]!)
  }
  return { least, most }
}
