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

  get(thing: number): number {
    return this.#values[thing]!
  }

  add(thing: number, by: number): void {
    const before = this.#values[thing]!
    if (before === 0) this.#touch(thing)
    this.#values[thing] = before + by
  }

  scale(factorOf: (thing: number) => number): void {
    for (const thing of this.touched) this.#values[thing]! *= factorOf(thing)
  }

  max(): number {
    let max = 0
    for (const thing of this.touched) if (this.#values[thing]! > max) max = this.#values[thing]!
    return max
  }

  /** The highest first; of equal ones the smaller number first. */
  top(count: number): readonly number[] {
    return highest(this.touched, count, this.#values)
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
  readonly #kept: { readonly thing: number; readonly value: number }[] = []

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
    this.#kept.push({ thing, value })
  }

  /** The highest first; of equal ones the smaller number first. */
  list(): readonly number[] {
    return this.#kept
      .filter(({ value }) => value >= this.least)
      .sort((a, b) => b.value - a.value || a.thing - b.thing)
      .slice(0, this.#count)
      .map(({ thing }) => thing)
  }
}

/** The `count` highest of `things` by their `values`, the highest first; of equal ones the smaller number first. */
export function highest(
  things: Int32Array,
  count: number,
  values: ArrayLike<number>,
): readonly number[] {
  const few = things.length > 2 * count ? sifted(things, count, values) : [...things]
  return few.sort((a, b) => values[b]! - values[a]! || a - b).slice(0, count)
}

/** Only things that are as high as the count-th: a heap of the highest values so far, with the lowest on top, says which. */
function sifted(things: Int32Array, count: number, values: ArrayLike<number>): number[] {
  const heap = new Float64Array(count).fill(-Infinity)
  for (let at = 0; at < things.length; at++) {
    const value = values[things[at]!]!
    if (value > heap[0]!) sink(heap, value)
  }
  const least = heap[0]!
  const kept: number[] = []
  for (let at = 0; at < things.length; at++)
    if (values[things[at]!]! >= least) kept.push(things[at]!)
  return kept
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
