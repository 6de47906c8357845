/** Counts numbers, and is empty again after each reading. */
export class Tally {
  #counts = new Int32Array(1024)
  readonly #seen: number[] = []
  total = 0

  add(number: number): void {
    if (number >= this.#counts.length) this.#grow(number)
    if (this.#counts[number]!++ === 0) this.#seen.push(number)
    this.total++
  }

  empty(take: (number: number, times: number) => void): void {
    for (const number of this.#seen) {
      take(number, this.#counts[number]!)
      this.#counts[number] = 0
    }
    this.#seen.length = 0
    this.total = 0
  }

  #grow(number: number): void {
    const more = new Int32Array(Math.max(number + 1, this.#counts.length * 2))
    more.set(this.#counts)
    this.#counts = more
  }
}
