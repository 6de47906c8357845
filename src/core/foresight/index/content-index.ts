/** Which words and which compound names stand in the contents of which files. */
import { IntList } from './int-list.ts'
import { Names, type SavedNames } from './names.ts'
import { NameTable, type KnownName } from './name-table.ts'
import { IntBuffer, Postings, type SavedPostings } from './postings.ts'
import { Tally } from './tally.ts'
import { saturated } from '../saturated.ts'
import type { Scores } from '../scores.ts'
import { isCompoundName } from '../task-text.ts'
import { wordsOf } from '../words.ts'

/** A posting is the number of a document, and how often the word stands in it, at most MOST_TIMES. */
const MOST_TIMES = 255
const BITS = 8
const TIMES = 2 ** BITS

/** A file gets a new document whenever its content changes; old documents stay until everything is packed. */
export class ContentIndex {
  readonly #words: Names
  readonly #compounds: Names
  #ofWords: Postings
  #ofCompounds: Postings
  /** For each file its document; -1: none. */
  readonly #documentOf: IntList
  #fileOf: IntList
  #lengths: IntList
  /** 1 for each document that is no longer the content of its file. */
  #dead = new Uint8Array(0)
  /** How many documents are up to date. */
  #documents = 0
  #totalLength = 0
  readonly #buffer = new IntBuffer()
  readonly #names = new NameTable((name) => this.#known(name))
  readonly #tally = new Tally()
  readonly #compoundTally = new Tally()

  constructor(words: Names, saved?: SavedContents) {
    this.#words = words
    this.#compounds = new Names(saved?.compounds)
    this.#ofWords = new Postings(saved?.ofWords)
    this.#ofCompounds = new Postings(saved?.ofCompounds)
    this.#documentOf = IntList.of(saved?.documentOf)
    this.#fileOf = IntList.of(saved?.fileOf)
    this.#lengths = IntList.of(saved?.lengths)
    for (let document = 0; document < this.#fileOf.length; document++)
      if (this.#isLiving(document)) this.#count(document, 1)
      else this.#bury(document)
  }

  save(): SavedContents {
    if (this.#ofWords.isLoose) this.pack()
    return {
      compounds: this.#compounds.save(),
      ofWords: this.#ofWords.save(),
      ofCompounds: this.#ofCompounds.save(),
      documentOf: this.#documentOf.values(),
      fileOf: this.#fileOf.values(),
      lengths: this.#lengths.values(),
    }
  }

  /** How many files have a content. */
  get size(): number {
    return this.#documents
  }

  get meanLength(): number {
    return this.#documents === 0 ? 1 : this.#totalLength / this.#documents
  }

  /** null: the file is gone, or its content cannot be read. */
  set(file: number, text: string | null): void {
    while (this.#documentOf.length <= file) this.#documentOf.push(-1)
    this.#drop(file)
    if (text === null) return
    this.#names.read(text, this.#tally, this.#compoundTally)
    const document = this.#fileOf.push(file)
    this.#lengths.push(this.#tally.total)
    this.#tally.empty((word, times) =>
      this.#ofWords.add(word, document * TIMES + Math.min(times, MOST_TIMES)),
    )
    this.#compoundTally.empty((name, times) =>
      this.#ofCompounds.add(name, document * TIMES + Math.min(times, MOST_TIMES)),
    )
    this.#documentOf.set(file, document)
    this.#count(document, 1)
    if (this.#fileOf.length > 2 * this.#documents + 5000) this.pack()
  }

  /** Adds to each file with the word what that says about it; a word that most files have says nothing. */
  scoreWord(word: number, weight: number, scores: Scores): void {
    const count = this.#living(this.#ofWords, word)
    if (count > TOO_COMMON * this.#documents) return
    const rarity = weight * Math.log(1 + (this.#documents - count + 0.5) / (count + 0.5))
    const { values } = this.#buffer
    const fileOf = this.#fileOf.values()
    const lengths = this.#lengths.values()
    const each = 1 / this.meanLength
    for (let at = 0; at < count; at++) {
      const document = values[at]! >>> BITS
      const share = saturated(values[at]! & MOST_TIMES, lengths[document]! * each)
      scores.add(fileOf[document]!, rarity * share)
    }
  }

  scoreCompound(name: string, weight: number, scores: Scores): void {
    const count = this.#living(this.#ofCompounds, this.#compounds.find(name))
    const rarity = weight * Math.log(1 + this.#documents / (count + 0.5))
    const { values } = this.#buffer
    const fileOf = this.#fileOf.values()
    for (let at = 0; at < count; at++) {
      const times = values[at]! & MOST_TIMES
      scores.add(fileOf[values[at]! >>> BITS]!, (rarity * times) / (times + 1.5))
    }
  }

  /** How many files have the word, and which of the wanted ones do; none of a word that more than `most` have. */
  whoHasWord(word: number, wanted: Marked, most: number): FilesWithWord {
    return this.#whoHas(this.#ofWords, word, wanted, most)
  }

  whoHasCompound(name: string, wanted: Marked): FilesWithWord {
    return this.#whoHas(this.#ofCompounds, this.#compounds.find(name), wanted, Infinity)
  }

  #whoHas(postings: Postings, key: number, wanted: Marked, most: number): FilesWithWord {
    const count = this.#living(postings, key)
    const files: number[] = []
    if (count > most) return { count, files }
    const { values } = this.#buffer
    const fileOf = this.#fileOf.values()
    for (let at = 0; at < count; at++) {
      const file = fileOf[values[at]! >>> BITS]!
      if (wanted[file] === 1) files.push(file)
    }
    return { count, files }
  }

  /** Puts the postings of documents that are up to date into the buffer, and returns how many there are. */
  #living(postings: Postings, key: number): number {
    if (key < 0) return 0
    const count = postings.read(key, this.#buffer)
    if (this.#fileOf.length === this.#documents) return count
    const { values } = this.#buffer
    const dead = this.#dead
    let living = 0
    for (let at = 0; at < count; at++) {
      const value = values[at]!
      if (dead[value >>> BITS] !== 1) values[living++] = value
    }
    return living
  }

  /** The same names stand in many files. */
  #known(name: string): KnownName {
    if (name.length > LONGEST_NAME) return { words: [], compound: -1 }
    const words = wordsOf(name.replaceAll(/[_$]/g, ' ')).map((word) => this.#words.number(word))
    const compound = isCompoundName(name) ? this.#compounds.number(name.toLowerCase()) : -1
    return { words, compound }
  }

  #isLiving(document: number): boolean {
    return this.#documentOf.at(this.#fileOf.at(document)) === document
  }

  #drop(file: number): void {
    const document = this.#documentOf.at(file)
    if (document < 0) return
    this.#count(document, -1)
    this.#documentOf.set(file, -1)
    this.#bury(document)
  }

  #bury(document: number): void {
    if (document >= this.#dead.length) {
      const more = new Uint8Array(document * 2 + 1024)
      more.set(this.#dead)
      this.#dead = more
    }
    this.#dead[document] = 1
  }

  #count(document: number, by: 1 | -1): void {
    this.#documents += by
    this.#totalLength += by * this.#lengths.at(document)
  }

  /** Leaves old documents behind, and numbers the others anew. */
  pack(): void {
    const numbers = new Int32Array(this.#fileOf.length).fill(-1)
    const fileOf = IntList.of()
    const lengths = IntList.of()
    for (let document = 0; document < this.#fileOf.length; document++) {
      if (!this.#isLiving(document)) continue
      numbers[document] = fileOf.push(this.#fileOf.at(document))
      lengths.push(this.#lengths.at(document))
    }
    const isRenumbered = fileOf.length < this.#fileOf.length
    this.#ofWords = this.#ofWords.packed(BITS, isRenumbered ? numbers : null)
    this.#ofCompounds = this.#ofCompounds.packed(BITS, isRenumbered ? numbers : null)
    this.#fileOf = fileOf
    this.#lengths = lengths
    this.#dead = new Uint8Array(0)
    for (let number = 0; number < fileOf.length; number++)
      this.#documentOf.set(fileOf.at(number), number)
  }
}

/** 1 for each file that is meant. */
export type Marked = Uint8Array

interface FilesWithWord {
  readonly count: number
  readonly files: readonly number[]
}

const TOO_COMMON = 0.6

/** Longer ones are data. */
const LONGEST_NAME = 60

export interface SavedContents {
  readonly compounds: SavedNames
  readonly ofWords: SavedPostings
  readonly ofCompounds: SavedPostings
  readonly documentOf: Int32Array
  readonly fileOf: Int32Array
  readonly lengths: Int32Array
}
