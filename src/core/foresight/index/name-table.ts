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
/**
 * Both halves of the hash, how many words it has and 1 (0: the slot is free), its compound, then its words. A slot is half
 * of what a processor reads at once, so that a name that is known costs one look into memory.
 */
const WIDTH = 8
const COUNT = 2
const COMPOUND = 3
const WORDS = 4
const MOST_IN_SLOT = WIDTH - WORDS

export class NameTable {
  #slots = new Int32Array(FEWEST_SLOTS * WIDTH)
  /** The words of names that have more than a slot can hold: the slot says where they begin. */
  #more = IntList.of()
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
      const isKnown = this.#slots[place + COUNT] !== 0
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
      if (slots[slot + COUNT] === 0 || (slots[slot] === one && slots[slot + 1] === two)) return slot
      place = (place + 1) & last
    }
  }

  #add(free: number, name: string, { one, two }: Hash): number {
    const slot = this.#makeRoom() ? this.#find(one, two) : free
    const { words, compound } = this.#know(name)
    this.#slots.set([one, two, words.length + 1, compound], slot)
    if (words.length <= MOST_IN_SLOT) this.#slots.set(words, slot + WORDS)
    else {
      this.#slots[slot + WORDS] = this.#more.length
      for (const word of words) this.#more.push(word)
    }
    this.#size++
    return slot
  }

  /** Whether names have other places now. */
  #makeRoom(): boolean {
    if (this.#size >= MOST_NAMES) {
      this.#slots.fill(0)
      this.#more = IntList.of()
      this.#size = 0
      return true
    }
    const before = this.#slots
    if (this.#size * WIDTH * 2 < before.length) return false
    this.#slots = new Int32Array(before.length * 2)
    for (let from = 0; from < before.length; from += WIDTH)
      if (before[from + COUNT] !== 0)
        this.#slots.set(
          before.subarray(from, from + WIDTH),
          this.#find(before[from]!, before[from + 1]!),
        )
    return true
  }

  #count(slot: number, words: Tally, compounds: Tally): void {
    const slots = this.#slots
    const count = slots[slot + COUNT]! - 1
    if (count <= MOST_IN_SLOT)
      for (let at = 0; at < count; at++) words.add(slots[slot + WORDS + at]!)
    else for (let at = 0; at < count; at++) words.add(this.#more.at(slots[slot + WORDS]! + at))
    const compound = slots[slot + COMPOUND]!
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
