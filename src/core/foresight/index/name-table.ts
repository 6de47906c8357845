/**
 * Knows the names that stand in contents by a hash of 64 bits, without making a string of each: millions of names are
 * read, and most have been seen before. Everything about a name is in one place of memory.
 */
import { IntList } from './int-list.ts'
import type { Tally } from './tally.ts'

export interface KnownName {
  readonly words: readonly number[]
  /** -1: the name is not compound. */
  readonly compound: number
}

interface Hash {
  readonly one: number
  readonly two: number
}

const FIRST_HASH = 0x811c9dc5
const PRIME = 0x01000193
const MOST_NAMES = 500_000
const FEWEST_SLOTS = 2 ** 10
/** Both halves of the hash, where its words are (from 1 on; 0: the slot is free), and its compound. */
const WIDTH = 4

export class NameTable {
  #slots = new Int32Array(FEWEST_SLOTS * WIDTH)
  /** For each name how many words it has, then the words. */
  #words = IntList.of()
  #size = 0
  readonly #know: (name: string) => KnownName

  constructor(know: (name: string) => KnownName) {
    this.#know = know
  }

  /** Counts the words and the compounds of all names of a text: letters, digits and underscores after a letter. */
  read(text: string, words: Tally, compounds: Tally): void {
    const { length } = text
    let at = 0
    while (at < length) {
      if (KINDS[kindAt(text, at)] !== LETTER) {
        at++
        continue
      }
      const start = at
      let one = FIRST_HASH
      let two = 0
      do {
        const code = text.charCodeAt(at)
        one = Math.imul(one ^ code, PRIME)
        two = (Math.imul(two, 31) + code) | 0
        at++
      } while (at < length && KINDS[kindAt(text, at)] !== OTHER)
      const place = this.#find(one, two)
      const isKnown = this.#slots[place + 2] !== 0
      const slot = isKnown ? place : this.#add(place, text.slice(start, at), { one, two })
      this.#count(slot, words, compounds)
    }
  }

  /** The slot of the name, or the free one where it belongs. */
  #find(one: number, two: number): number {
    const slots = this.#slots
    const last = slots.length / WIDTH - 1
    let place = (one ^ (one >>> 15)) & last
    for (;;) {
      const slot = place * WIDTH
      if (slots[slot + 2] === 0 || (slots[slot] === one && slots[slot + 1] === two)) return slot
      place = (place + 1) & last
    }
  }

  #add(free: number, name: string, { one, two }: Hash): number {
    const slot = this.#makeRoom() ? this.#find(one, two) : free
    const { words, compound } = this.#know(name)
    const start = this.#words.push(words.length)
    for (const word of words) this.#words.push(word)
    this.#slots.set([one, two, start + 1, compound], slot)
    this.#size++
    return slot
  }

  /** Whether names have other places now. */
  #makeRoom(): boolean {
    if (this.#size >= MOST_NAMES) {
      this.#slots.fill(0)
      this.#words = IntList.of()
      this.#size = 0
      return true
    }
    const before = this.#slots
    if (this.#size * WIDTH * 2 < before.length) return false
    this.#slots = new Int32Array(before.length * 4)
    for (let from = 0; from < before.length; from += WIDTH)
      if (before[from + 2] !== 0)
        this.#slots.set(
          before.subarray(from, from + WIDTH),
          this.#find(before[from]!, before[from + 1]!),
        )
    return true
  }

  #count(slot: number, words: Tally, compounds: Tally): void {
    const start = this.#slots[slot + 2]! - 1
    const count = this.#words.at(start)
    for (let at = 1; at <= count; at++) words.add(this.#words.at(start + at))
    const compound = this.#slots[slot + 3]!
    if (compound >= 0) compounds.add(compound)
  }
}

const OTHER = 0
const LETTER = 1
const DIGIT = 2

/** The kind of each character below 128; all above are letters. */
const KINDS = Uint8Array.from({ length: 129 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (code === 128 || /[A-Za-z_$]/.test(character)) return LETTER
  return /[0-9]/.test(character) ? DIGIT : OTHER
})

const kindAt = (text: string, at: number): number => Math.min(128, text.charCodeAt(at))
