/**
 * For each word the places where it stands, as numbers. Most are packed in one array; what came later is in chains,
 * until everything is packed again.
 */
import { IntList } from './int-list.ts'

export class Postings {
  /** The postings of word w are values[starts[w]] up to values[starts[w + 1]]. */
  #starts: Int32Array
  #values: Int32Array
  /** The newest link of each word; -1: none. */
  #heads: IntList
  #links: IntList
  #later: IntList
  /** The word of each link. */
  #wordOf: IntList

  constructor(starts: Int32Array = new Int32Array(1), values: Int32Array = new Int32Array(0)) {
    this.#starts = starts
    this.#values = values
    this.#heads = new IntList()
    this.#links = new IntList()
    this.#later = new IntList()
    this.#wordOf = new IntList()
  }

  get words(): number {
    return Math.max(this.#starts.length - 1, this.#heads.length)
  }

  add(word: number, value: number): void {
    while (this.#heads.length <= word) this.#heads.push(-1)
    const link = this.#later.push(value)
    this.#links.push(this.#heads.at(word))
    this.#wordOf.push(word)
    this.#heads.set(word, link)
  }

  /** Puts the postings of a word into `into` and returns how many there are. */
  read(word: number, into: IntBuffer): number {
    let count = 0
    if (word < this.#starts.length - 1) {
      const start = this.#starts[word]!
      const end = this.#starts[word + 1]!
      const room = into.room(end - start)
      for (let at = start; at < end; at++) room[count++] = this.#values[at]!
    }
    if (word >= this.#heads.length) return count
    for (let link = this.#heads.at(word); link >= 0; link = this.#links.at(link))
      into.room(count + 1)[count++] = this.#later.at(link)
    return count
  }

  /** Packs everything; keeps only what `keep` maps to a number of at least 0. Goes through memory in order, twice. */
  packed(keep: (value: number) => number = (value) => value): Postings {
    const starts = new Int32Array(this.words + 1)
    this.#each((word, value) => {
      if (keep(value) >= 0) starts[word + 1]!++
    })
    for (let word = 0; word < this.words; word++) starts[word + 1]! += starts[word]!
    const values = new Int32Array(starts[this.words]!)
    const next = starts.slice()
    this.#each((word, value) => {
      const kept = keep(value)
      if (kept >= 0) values[next[word]!++] = kept
    })
    return new Postings(starts, values)
  }

  #each(take: (word: number, value: number) => void): void {
    for (let word = 0; word < this.#starts.length - 1; word++)
      for (let at = this.#starts[word]!; at < this.#starts[word + 1]!; at++)
        take(word, this.#values[at]!)
    const later = this.#later.values()
    const wordOf = this.#wordOf.values()
    for (let link = 0; link < later.length; link++) take(wordOf[link]!, later[link]!)
  }

  /** Call `packed` before. */
  get starts(): Int32Array {
    return this.#starts
  }

  get values(): Int32Array {
    return this.#values
  }
}

/** Room for numbers that is used again and again. */
export class IntBuffer {
  values: Int32Array = new Int32Array(1024)

  room(size: number): Int32Array {
    if (size > this.values.length) {
      const more = new Int32Array(size * 2)
      more.set(this.values)
      this.values = more
    }
    return this.values
  }
}
