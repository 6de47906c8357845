/** Finds files by the words of their paths. */
import { baseName, type FileTable } from './file-table.ts'
import { Names, type SavedNames } from './names.ts'
import { IntBuffer, Postings, type SavedPostings } from './postings.ts'
import { wordsOf } from '../words.ts'

/** Follows the table by itself: paths and folders that are new there are taken in at the next question. */
export class PathIndex {
  readonly #files: FileTable
  readonly #words: Names
  #inNames: Postings
  #inFolders: Postings
  readonly #stems: Names
  #byStem: Postings
  readonly #baseNames: Names
  #byBaseName: Postings
  readonly #buffer = new IntBuffer()
  #knownPaths: number
  #knownFolders: number

  constructor(files: FileTable, words: Names, saved?: SavedPaths) {
    this.#files = files
    this.#words = words
    this.#inNames = new Postings(saved?.inNames)
    this.#inFolders = new Postings(saved?.inFolders)
    this.#stems = new Names(saved?.stems)
    this.#byStem = new Postings(saved?.byStem)
    this.#baseNames = new Names(saved?.baseNames)
    this.#byBaseName = new Postings(saved?.byBaseName)
    this.#knownPaths = saved === undefined ? 0 : files.paths.size
    this.#knownFolders = saved === undefined ? 0 : files.folders.size
  }

  save(): SavedPaths {
    this.#catchUp()
    if (this.#inNames.isLoose) this.pack()
    return {
      inNames: this.#inNames.save(),
      inFolders: this.#inFolders.save(),
      stems: this.#stems.save(),
      byStem: this.#byStem.save(),
      baseNames: this.#baseNames.save(),
      byBaseName: this.#byBaseName.save(),
    }
  }

  /** Calls `take` for each living file that has the word in its name, and returns how many there are. */
  withWordInName(word: number, take: (file: number) => void): number {
    this.#catchUp()
    return this.#eachLiving(this.#inNames, word, take)
  }

  /** The numbers of folders that have the word in their path. */
  foldersWith(word: number): Int32Array {
    this.#catchUp()
    const count = this.#inFolders.read(word, this.#buffer)
    return this.#buffer.values.slice(0, count)
  }

  /** Files whose name is that word but for its ending. */
  withStem(word: string): readonly number[] {
    this.#catchUp()
    return this.#livingOf(this.#byStem, this.#stems.find(joined(word)))
  }

  /** Files that the text may mean: the whole path, its end, or only the name. */
  named(text: string): readonly number[] {
    this.#catchUp()
    const files = this.#livingOf(this.#byBaseName, this.#baseNames.find(baseName(text)))
    if (!text.includes('/')) return files
    return files.filter((file) => `/${this.#files.pathOfFile(file)}`.endsWith(`/${text}`))
  }

  #livingOf(postings: Postings, key: number): readonly number[] {
    const files: number[] = []
    if (key >= 0) this.#eachLiving(postings, key, (file) => files.push(file))
    return files
  }

  #eachLiving(postings: Postings, key: number, take: (file: number) => void): number {
    const count = postings.read(key, this.#buffer)
    let living = 0
    for (let at = 0; at < count; at++) {
      const file = this.#files.livingAt(this.#buffer.values[at]!)
      if (file < 0) continue
      living++
      take(file)
    }
    return living
  }

  #catchUp(): void {
    const { paths, folders } = this.#files
    for (; this.#knownPaths < paths.size; this.#knownPaths++) this.#addPath(this.#knownPaths)
    for (; this.#knownFolders < folders.size; this.#knownFolders++)
      for (const word of new Set(wordsOf(folders.at(this.#knownFolders))))
        this.#inFolders.add(this.#words.number(word), this.#knownFolders)
  }

  pack(): void {
    this.#catchUp()
    this.#inNames = this.#inNames.packed()
    this.#inFolders = this.#inFolders.packed()
    this.#byStem = this.#byStem.packed()
    this.#byBaseName = this.#byBaseName.packed()
  }

  #addPath(path: number): void {
    const name = baseName(this.#files.paths.at(path))
    for (const word of new Set(wordsOf(withoutEnding(name))))
      this.#inNames.add(this.#words.number(word), path)
    this.#byBaseName.add(this.#baseNames.number(name), path)
    const stem = joined(stemOfName(name))
    if (stem.length > 2) this.#byStem.add(this.#stems.number(stem), path)
  }
}

export interface SavedPaths {
  readonly inNames: SavedPostings
  readonly inFolders: SavedPostings
  readonly stems: SavedNames
  readonly byStem: SavedPostings
  readonly baseNames: SavedNames
  readonly byBaseName: SavedPostings
}

const withoutEnding = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** `router.test.ts` has the stem `router`. */
const stemOfName = (name: string): string => {
  const dot = name.indexOf('.', 1)
  return dot > 0 ? name.slice(0, dot) : name
}

/** So that `parsePlan`, `parse-plan` and `parse_plan` are the same. */
const joined = (word: string): string => word.replaceAll(/[-_.]/g, '').toLowerCase()
