/**
 * A heap of small whole numbers (0 to capacity - 1) whose rank may change while they are in it.
 * comesFirst must be a strict order. Heaps that never hold the same item may share their places.
 */
export class Heap {
  readonly #comesFirst: (a: number, b: number) => boolean
  readonly #places: Int32Array
  readonly #items: number[] = []

  constructor(comesFirst: (a: number, b: number) => boolean, places: number | Int32Array) {
    this.#comesFirst = comesFirst
    this.#places = typeof places === 'number' ? new Int32Array(places) : places
  }

  get size(): number {
    return this.#items.length
  }

  peek(): number | undefined {
    return this.#items[0]
  }

  /** `#places` keeps the place of a removed item, so this checks whether the item is still at that place. */
  has(item: number): boolean {
    return this.#items[this.#places[item]!] === item
  }

  push(item: number): void {
    this.#items.push(item)
    this.#rise(item, this.#items.length - 1)
  }

  remove(item: number): void {
    const place = this.#places[item]!
    const last = this.#items.pop()!
    if (last === item) return
    this.#put(last, place)
    this.update(last)
  }

  /** Must be called after the rank of an item has changed. */
  update(item: number): void {
    this.#rise(item, this.#places[item]!)
    this.#sink(item, this.#places[item]!)
  }

  #put(item: number, place: number): void {
    this.#items[place] = item
    this.#places[item] = place
  }

  #rise(item: number, from: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.#comesFirst(item, this.#items[parent]!)) break
      this.#put(this.#items[parent]!, place)
      place = parent
    }
    this.#put(item, place)
  }

  #sink(item: number, from: number): void {
    const items = this.#items
    let place = from
    for (;;) {
      let child = 2 * place + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#comesFirst(items[child + 1]!, items[child]!)) child++
      if (!this.#comesFirst(items[child]!, item)) break
      this.#put(items[child]!, place)
      place = child
    }
    this.#put(item, place)
  }
}
