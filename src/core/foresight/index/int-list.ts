/** Lists of whole numbers that grow, without an object for each number. */

export class IntList {
  #values: Int32Array
  #length: number

  private constructor(values: Int32Array) {
    this.#values = values
    this.#length = values.length
  }

  /** With these numbers to begin with. */
  static of(values: Int32Array = new Int32Array(0)): IntList {
    return new IntList(values)
  }

  get length(): number {
    return this.#length
  }

  at(place: number): number {
    return this.#values[place]!
  }

  set(place: number, value: number): void {
    this.#values[place] = value
  }

  push(value: number): number {
    if (this.#length === this.#values.length) this.#values = grown(this.#values)
    this.#values[this.#length] = value
    return this.#length++
  }

  /** The numbers themselves; valid until the next push. */
  values(): Int32Array {
    return this.#values.subarray(0, this.#length)
  }
}

function grown(values: Int32Array): Int32Array {
  const more = new Int32Array(Math.max(16, values.length * 2))
  more.set(values)
  return more
}
