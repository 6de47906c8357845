/** Numbers for strings, from 0 on, in the order in which the strings were first seen. */
import { hashOfText, TextList, type SavedTexts } from './text-list.ts'

export interface SavedNames {
  readonly texts: SavedTexts
  readonly slots: Int32Array
}

const FEWEST_SLOTS = 64

export class Names {
  readonly #texts: TextList
  /** The number of a name and 1, at the place that its hash says or behind it; 0: free. At least half are free. */
  #slots: Int32Array

  constructor(saved?: SavedNames) {
    this.#texts = new TextList(saved?.texts)
    this.#slots = saved?.slots ?? new Int32Array(FEWEST_SLOTS)
  }

  save(): SavedNames {
    return { texts: this.#texts.save(), slots: this.#slots }
  }

  get size(): number {
    return this.#texts.size
  }

  at(number: number): string {
    return this.#texts.at(number)
  }

  number(name: string): number {
    const place = this.#placeOf(name)
    const earlier = this.#slots[place]! - 1
    if (earlier >= 0) return earlier
    const number = this.#texts.push(name)
    this.#slots[place] = number + 1
    if (this.size * 2 > this.#slots.length) this.#grow()
    return number
  }

  /** -1: never seen. */
  find(name: string): number {
    return this.#slots[this.#placeOf(name)]! - 1
  }

  /** Where the name is, or the free place where it belongs. */
  #placeOf(name: string): number {
    const slots = this.#slots
    const last = slots.length - 1
    let place = hashOfText(name) & last
    while (slots[place] !== 0 && !this.#texts.is(slots[place]! - 1, name))
      place = (place + 1) & last
    return place
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4)
    const last = slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let place = this.#texts.hashOf(number) & last
      while (slots[place] !== 0) place = (place + 1) & last
      slots[place] = number + 1
    }
    this.#slots = slots
  }
}
