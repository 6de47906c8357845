/**
 * For each word the places where it stands, as numbers. Most are packed in one array; what came later is in chains,
 * until everything is packed again. The chains are made when they are first read: millions of places are packed unread.
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
  /** All words are below this number. */
  #words: number

  constructor(saved?: Partial<SavedPostings>) {
    this.#starts = saved?.starts ?? new Int32Array(1)
    this.#values = saved?.values ?? NONE
    this.#heads = IntList.of(saved?.heads ?? NONE)
    this.#links = IntList.of(saved?.links ?? NONE)
    this.#later = IntList.of(saved?.later ?? NONE)
    this.#wordOf = IntList.of(saved?.wordOf ?? NONE)
    this.#words = Math.max(this.#starts.length - 1, this.#heads.length)
  }

  save(): SavedPostings {
    this.#link()
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

  add(word: number, value: number): void {
    this.#later.push(value)
    this.#wordOf.push(word)
    if (word >= this.#words) this.#words = word + 1
  }

  /** Brings the chains up to date. */
  #link(): void {
    const { length } = this.#later
    if (this.#links.length === length) return
    const wordOf = this.#wordOf.values()
    for (let link = this.#links.length; link < length; link++) {
      const word = wordOf[link]!
      while (this.#heads.length <= word) this.#heads.push(-1)
      this.#links.push(this.#heads.at(word))
      this.#heads.set(word, link)
    }
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
    this.#link()
    if (word >= this.#heads.length) return count
    for (let link = this.#heads.at(word); link >= 0; link = this.#links.at(link))
      into.room(count + 1)[count++] = this.#later.at(link)
    return count
  }

  /**
   * Packs everything. With `numbers`, the part of each value above `bits` is numbered anew; -1: it is left out. Goes through
   * memory in order, twice.
   */
  packed(bits = 0, numbers: Int32Array | null = null): Postings {
    const words = this.#words
    const starts = new Int32Array(words + 1)
    const values = this.#values
    const later = this.#later.values()
    const wordOf = this.#wordOf.values()
    for (let word = 0; word < this.#starts.length - 1; word++) {
      const [from, to] = [this.#starts[word]!, this.#starts[word + 1]!]
      if (numbers === null) starts[word + 1] = to - from
      else
        for (let at = from; at < to; at++)
          if (numbers[values[at]! >>> bits]! >= 0) starts[word + 1]!++
    }
    for (let link = 0; link < later.length; link++)
      if (numbers === null || numbers[later[link]! >>> bits]! >= 0) starts[wordOf[link]! + 1]!++
    for (let word = 0; word < words; word++) starts[word + 1]! += starts[word]!
    const packed = new Int32Array(starts[words]!)
    const next = starts.slice()
    const low = (1 << bits) - 1
    const put = (word: number, value: number): void => {
      const number = numbers === null ? value : numbers[value >>> bits]!
      if (number < 0) return
      packed[next[word]!++] = numbers === null ? value : number * (low + 1) + (value & low)
    }
    for (let word = 0; word < this.#starts.length - 1; word++)
      for (let at = this.#starts[word]!; at < this.#starts[word + 1]!; at++) put(word, values[at]!)
    for (let link = 0; link < later.length; link++) put(wordOf[link]!, later[link]!)
    return new Postings({ starts, values: packed })
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
