/** Numbers for strings, from 0 on, in the order in which the strings were first seen. */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly all: string[] = []

  constructor(all: readonly string[] = []) {
    for (const name of all) this.number(name)
  }

  get size(): number {
    return this.all.length
  }

  number(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.all.length
    this.#numbers.set(name, number)
    this.all.push(name)
    return number
  }

  /** -1: never seen. */
  find(name: string): number {
    return this.#numbers.get(name) ?? -1
  }
}
