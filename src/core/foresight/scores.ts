/** A number for each of many things, most of them 0, and which are the highest. */
export class Scores {
  readonly #values: Float64Array
  #touched = new Int32Array(256)
  #count = 0

  constructor(size: number) {
    this.#values = new Float64Array(size)
  }

  /** The things that have a number. */
  get touched(): Int32Array {
    return this.#touched.subarray(0, this.#count)
  }

  /** The number of each thing; 0: it has none. */
  get values(): Float64Array {
    return this.#values
  }

  /** Every index is below this number. */
  get size(): number {
    return this.#values.length
  }

  get(thing: number): number {
    return this.#values[thing]!
  }

  /** Sets all scores to zero. */
  empty(): this {
    const values = this.#values
    const touched = this.#touched
    for (let at = 0; at < this.#count; at++) values[touched[at]!] = 0
    this.#count = 0
    return this
  }

  add(thing: number, by: number): void {
    const before = this.#values[thing]!
    if (before === 0) this.#touch(thing)
    this.#values[thing] = before + by
  }

  scale(factorOf: (thing: number) => number): void {
    const values = this.#values
    const touched = this.#touched
    for (let at = 0; at < this.#count; at++) values[touched[at]!]! *= factorOf(touched[at]!)
  }

  max(): number {
    const values = this.#values
    const touched = this.#touched
    let max = 0
    for (let at = 0; at < this.#count; at++)
      if (values[touched[at]!]! > max) max = values[touched[at]!]!
    return max
  }

  /** The highest first; of equal ones the smaller number first. */
  top(count: number): readonly number[] {
    return highest(this.touched, count, this.#values)
  }

  /** The same entries in any order, which is faster. */
  anyTop(count: number): readonly number[] {
    return anyHighest(this.touched, count, this.#values)
  }

  #touch(thing: number): void {
    if (this.#count === this.#touched.length) {
      const more = new Int32Array(this.#count * 4)
      more.set(this.#touched)
      this.#touched = more
    }
    this.#touched[this.#count++] = thing
  }
}

/** The highest of things that come one by one. */
export class Highest {
  readonly #count: number
  readonly #heap: Float64Array
  readonly #things: number[] = []
  readonly #values: number[] = []

  constructor(count: number) {
    this.#count = count
    this.#heap = new Float64Array(count).fill(-Infinity)
  }

  /** Lower ones are not among the highest. */
  get least(): number {
    return this.#heap[0]!
  }

  offer(thing: number, value: number): void {
    if (value < this.least) return
    if (value > this.least) sink(this.#heap, value)
    this.#things.push(thing)
    this.#values.push(value)
  }

  /** In any order; of equal scores the smaller indices. */
  list(): readonly number[] {
    const above: number[] = []
    const equal: number[] = []
    for (let at = 0; at < this.#things.length; at++)
      if (this.#values[at]! > this.least) above.push(this.#things[at]!)
      else if (this.#values[at] === this.least) equal.push(this.#things[at]!)
    return withSmallest(above, equal, this.#count)
  }
}

/** The `count` highest of `things` by their `values`, the highest first; of equal ones the smaller number first. */
export const highest = (
  things: Int32Array,
  count: number,
  values: ArrayLike<number>,
): readonly number[] =>
  anyHighest(things, count, values).sort((a, b) => values[b]! - values[a]! || a - b)

/** The highest scores in any order. A heap of the best scores so far, with the lowest on top, is the threshold. */
export function anyHighest(
  things: ArrayLike<number>,
  count: number,
  values: ArrayLike<number>,
): number[] {
  if (things.length <= count) return Array.from(things)
  const heap = new Float64Array(count).fill(-Infinity)
  for (let at = 0; at < things.length; at++) {
    const value = values[things[at]!]!
    if (value > heap[0]!) sink(heap, value)
  }
  const least = heap[0]!
  const above: number[] = []
  const equal: number[] = []
  for (let at = 0; at < things.length; at++) {
    const value = values[things[at]!]!
    if (value > least) above.push(things[at]!)
    else if (value === least) equal.push(things[at]!)
  }
  return withSmallest(above, equal, count)
}

/** `above` and, up to `count`, the smallest numbers of `equal`. */
function withSmallest(above: number[], equal: number[], count: number): number[] {
  const room = count - above.length
  const chosen = equal.length <= room ? equal : equal.sort((a, b) => a - b).slice(0, room)
  for (const file of chosen) above.push(file)
  return above
}

/** Replaces the top of the heap. */
function sink(heap: Float64Array, value: number): void {
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    if (left >= heap.length) break
    const child = left + 1 < heap.length && heap[left + 1]! < heap[left]! ? left + 1 : left
    if (heap[child]! >= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
}
