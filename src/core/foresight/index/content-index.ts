/** Which words and which compound names stand in the contents of which files. */
import { IntList } from './int-list.ts'
import { Names } from './names.ts'
import { NameTable, type KnownName } from './name-table.ts'
import { IntBuffer, Postings } from './postings.ts'
import { Tally } from './tally.ts'
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
  #living = 0
  #totalLength = 0
  readonly #buffer = new IntBuffer()
  readonly #names = new NameTable((name) => this.#known(name))
  readonly #tally = new Tally()
  readonly #compoundTally = new Tally()

  constructor(words: Names, saved?: SavedContents) {
    this.#words = words
    this.#compounds = new Names(saved?.compounds)
    this.#ofWords = new Postings(saved?.wordStarts, saved?.wordValues)
    this.#ofCompounds = new Postings(saved?.compoundStarts, saved?.compoundValues)
    this.#documentOf = saved === undefined ? new IntList() : IntList.of(saved.documentOf)
    this.#fileOf = saved === undefined ? new IntList() : IntList.of(saved.fileOf)
    this.#lengths = saved === undefined ? new IntList() : IntList.of(saved.lengths)
    for (let document = 0; document < this.#fileOf.length; document++)
      if (this.#isLiving(document)) this.#count(document, 1)
  }

  save(): SavedContents {
    this.pack()
    return {
      compounds: this.#compounds.all,
      wordStarts: this.#ofWords.starts,
      wordValues: this.#ofWords.values,
      compoundStarts: this.#ofCompounds.starts,
      compoundValues: this.#ofCompounds.values,
      documentOf: this.#documentOf.values(),
      fileOf: this.#fileOf.values(),
      lengths: this.#lengths.values(),
    }
  }

  /** How many files have a content. */
  get size(): number {
    return this.#living
  }

  get meanLength(): number {
    return this.#living === 0 ? 1 : this.#totalLength / this.#living
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
    if (this.#fileOf.length > 2 * this.#living + 5000) this.pack()
  }

  /**
   * Calls `take` with each file that has the word, how often, and the length of the file in words, once it is known how
   * many files there are and `isWanted` agrees.
   */
  withWord(word: number, isWanted: (files: number) => boolean, take: TakeFile): void {
    this.#each(this.#ofWords, word, isWanted, take)
  }

  withCompound(name: string, isWanted: (files: number) => boolean, take: TakeFile): void {
    this.#each(this.#ofCompounds, this.#compounds.find(name), isWanted, take)
  }

  #each(
    postings: Postings,
    key: number,
    isWanted: (files: number) => boolean,
    take: TakeFile,
  ): void {
    if (key < 0) return
    const count = postings.read(key, this.#buffer)
    const { values } = this.#buffer
    const fileOf = this.#fileOf.values()
    const documentOf = this.#documentOf.values()
    const lengths = this.#lengths.values()
    let living = 0
    for (let at = 0; at < count; at++) {
      const document = values[at]! >>> BITS
      if (documentOf[fileOf[document]!] === document) values[living++] = values[at]!
    }
    if (living === 0 || !isWanted(living)) return
    for (let at = 0; at < living; at++) {
      const document = values[at]! >>> BITS
      take(fileOf[document]!, values[at]! & MOST_TIMES, lengths[document]!)
    }
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
  }

  #count(document: number, by: 1 | -1): void {
    this.#living += by
    this.#totalLength += by * this.#lengths.at(document)
  }

  /** Leaves old documents behind, and numbers the others anew. */
  pack(): void {
    const numbers = new Int32Array(this.#fileOf.length).fill(-1)
    const fileOf = new IntList()
    const lengths = new IntList()
    for (let document = 0; document < this.#fileOf.length; document++) {
      if (!this.#isLiving(document)) continue
      numbers[document] = fileOf.push(this.#fileOf.at(document))
      lengths.push(this.#lengths.at(document))
    }
    const renumbered = (value: number): number => {
      const number = numbers[value >>> BITS]!
      return number < 0 ? -1 : number * TIMES + (value & MOST_TIMES)
    }
    this.#ofWords = this.#ofWords.packed(renumbered)
    this.#ofCompounds = this.#ofCompounds.packed(renumbered)
    this.#fileOf = fileOf
    this.#lengths = lengths
    for (let number = 0; number < fileOf.length; number++)
      this.#documentOf.set(fileOf.at(number), number)
  }
}

type TakeFile = (file: number, times: number, length: number) => void

/** Longer ones are data. */
const LONGEST_NAME = 60

export interface SavedContents {
  readonly compounds: readonly string[]
  readonly wordStarts: Int32Array
  readonly wordValues: Int32Array
  readonly compoundStarts: Int32Array
  readonly compoundValues: Int32Array
  readonly documentOf: Int32Array
  readonly fileOf: Int32Array
  readonly lengths: Int32Array
}
