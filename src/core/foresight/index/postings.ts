/**
 * For each word the places where it stands, as numbers. Most are packed in one array; what came later is in chains,
 * until everything is packed again.
 */
import { IntList } from './int-list.ts'

export interface SavedPostings {
  /** The postings of word w are values[starts[w]] up to values[starts[w + 1]]. */
  readonly starts: Int32Array
  readonly values: Int32Array
  /** The newest link of each word; -1: none. */
  readonly heads: Int32Array
  readonly links: Int32Array
  readonly later: Int32Array
  /** The word of each link. */
  readonly wordOf: Int32Array
}

const NONE = new Int32Array(0)

export class Postings {
  readonly #starts: Int32Array
  readonly #values: Int32Array
  readonly #heads: IntList
  readonly #links: IntList
  readonly #later: IntList
  readonly #wordOf: IntList

  constructor(saved?: Partial<SavedPostings>) {
    this.#starts = saved?.starts ?? new Int32Array(1)
    this.#values = saved?.values ?? NONE
    this.#heads = IntList.of(saved?.heads ?? NONE)
    this.#links = IntList.of(saved?.links ?? NONE)
    this.#later = IntList.of(saved?.later ?? NONE)
    this.#wordOf = IntList.of(saved?.wordOf ?? NONE)
  }

  save(): SavedPostings {
    return {
      starts: this.#starts,
      values: this.#values,
      heads: this.#heads.values(),
      links: this.#links.values(),
      later: this.#later.values(),
      wordOf: this.#wordOf.values(),
    }
  }

  /** Whether so much came later that it is worth packing. */
  get isLoose(): boolean {
    return this.#later.length > LOOSE_SHARE * this.#values.length + LOOSE_ALWAYS
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
      count = end - start
      into.room(count).set(this.#values.subarray(start, end))
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
    return new Postings({ starts, values })
  }

  #each(take: (word: number, value: number) => void): void {
    for (let word = 0; word < this.#starts.length - 1; word++)
      for (let at = this.#starts[word]!; at < this.#starts[word + 1]!; at++)
        take(word, this.#values[at]!)
    const later = this.#later.values()
    const wordOf = this.#wordOf.values()
    for (let link = 0; link < later.length; link++) take(wordOf[link]!, later[link]!)
  }
}

const LOOSE_SHARE = 0.2
const LOOSE_ALWAYS = 100_000

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
