/** A number for each of many things, most of them 0, and which are the highest. */
export class Scores {
  #values: Float64Array
  readonly touched: number[] = []

  constructor(size: number) {
    this.#values = new Float64Array(size)
  }

  get(thing: number): number {
    return this.#values[thing]!
  }

  add(thing: number, by: number): void {
    if (this.#values[thing] === 0) this.touched.push(thing)
    this.#values[thing]! += by
  }

  set(thing: number, to: number): void {
    this.add(thing, to - this.#values[thing]!)
  }

  max(): number {
    let max = 0
    for (const thing of this.touched) max = Math.max(max, this.#values[thing]!)
    return max
  }

  /** The highest first; of equal ones the one that `isBefore` prefers. */
  top(count: number): readonly number[] {
    return highest(this.touched, count, (thing) => this.#values[thing]!)
  }
}

/** The `count` highest of `things`, the highest first; of equal ones the smaller number first. */
export function highest(
  things: readonly number[],
  count: number,
  valueOf: (thing: number) => number,
): readonly number[] {
  if (things.length > 4 * count + 100)
    return ordered(sifted(things, count, valueOf), count, valueOf)
  return ordered(things, count, valueOf)
}

const ordered = (
  things: readonly number[],
  count: number,
  valueOf: (thing: number) => number,
): readonly number[] => things.toSorted((a, b) => valueOf(b) - valueOf(a) || a - b).slice(0, count)

/** Only things that are as high as the count-th: a heap of the highest values so far, with the lowest on top, says which. */
function sifted(
  things: readonly number[],
  count: number,
  valueOf: (thing: number) => number,
): readonly number[] {
  const heap = new Float64Array(count).fill(-Infinity)
  for (const thing of things) {
    const value = valueOf(thing)
    if (value > heap[0]!) sink(heap, value)
  }
  const least = heap[0]!
  return things.filter((thing) => valueOf(thing) >= least)
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
