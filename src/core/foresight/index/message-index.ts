/** Past commits: their messages, the files that they touched, and how often and how lately each file was touched. */
import { IntList } from './int-list.ts'
import { Names, type SavedNames } from './names.ts'
import { IntBuffer, Postings, type SavedPostings } from './postings.ts'
import { TextList, type SavedTexts } from './text-list.ts'
import { saturated } from '../saturated.ts'
import { highest, type Scores } from '../scores.ts'

export interface Message {
  readonly id: string
  readonly subject: string
  /** Each word with how often it counts. */
  readonly words: ReadonlyMap<string, number>
  readonly scope: string | null
  readonly files: readonly number[]
}

/** A posting is the number of a commit, and how often the word counts there. */
const BITS = 3
const TIMES = 2 ** BITS
const MOST_TIMES = TIMES - 1
/** Commits after which a change counts for less by the factor e. */
const HEAT_LASTS = 1000
const SCOPE_LASTS = 2000
const MOST_OF_A_SCOPE = 300
/** As long ago as a file that no known commit has touched. */
const NEVER = 5000
/** So many files nearly always contain enough that still exist. */
const MANY_HOT = 60

export class MessageIndex {
  readonly #words: Names
  #postings: Postings
  readonly ids: TextList
  readonly subjects: TextList
  readonly #lengths: IntList
  /** The files of commit c are #files[#starts[c]] up to #files[#starts[c + 1]]. */
  readonly #starts: IntList
  readonly #files: IntList
  readonly #byScope: Map<string, number[]>
  readonly #heat: number[] = []
  readonly #last: number[] = []
  /** The hottest files, existing or deleted; null: not computed yet. */
  #hot: readonly number[] | null = null
  #totalHeat = 0
  #totalLength = 0
  readonly #buffer = new IntBuffer()

  constructor(words: Names, saved?: SavedMessages) {
    this.#words = words
    this.#postings = new Postings(saved?.postings)
    this.ids = new TextList(saved?.ids)
    this.subjects = new TextList(saved?.subjects)
    this.#lengths = IntList.of(saved?.lengths)
    this.#starts = IntList.of(saved?.fileStarts ?? new Int32Array(1))
    this.#files = IntList.of(saved?.files)
    this.#byScope = scopesOf(saved?.scopes)
    for (let commit = 0; commit < this.size; commit++) {
      this.#warm(commit)
      this.#totalLength += this.#lengths.at(commit)
    }
  }

  pack(): void {
    this.#postings = this.#postings.packed()
  }

  save(): SavedMessages {
    if (this.#postings.isLoose) this.pack()
    return {
      ids: this.ids.save(),
      subjects: this.subjects.save(),
      postings: this.#postings.save(),
      lengths: this.#lengths.values(),
      fileStarts: this.#starts.values(),
      files: this.#files.values(),
      scopes: savedScopes(this.#byScope),
    }
  }

  get size(): number {
    return this.#lengths.length
  }

  get meanLength(): number {
    return this.size === 0 ? 1 : this.#totalLength / this.size
  }

  add({ id, subject, words, scope, files }: Message): void {
    const commit = this.size
    this.ids.push(id)
    this.subjects.push(subject)
    let length = 0
    for (const [word, times] of words) {
      this.#postings.add(this.#words.number(word), commit * TIMES + times)
      length += times
    }
    this.#lengths.push(length)
    this.#totalLength += length
    for (const file of files) this.#files.push(file)
    this.#starts.push(this.#files.length)
    if (scope !== null) this.#addToScope(scope, commit)
    this.#warm(commit)
  }

  filesOf(commit: number): Int32Array {
    return this.#files.values().subarray(this.#starts.at(commit), this.#starts.at(commit + 1))
  }

  /** Adds to each commit with the word how much that makes it similar. */
  scoreWord(word: number, weight: number, scores: Scores): void {
    const count = this.#postings.read(word, this.#buffer)
    const rarity = weight * Math.log(1 + (this.size - count + 0.5) / (count + 0.5))
    const { values } = this.#buffer
    const lengths = this.#lengths.values()
    const each = 1 / this.meanLength
    for (let at = 0; at < count; at++) {
      const commit = values[at]! >>> BITS
      const share = saturated(values[at]! & MOST_TIMES, lengths[commit]! * each)
      scores.add(commit, rarity * share)
    }
  }

  /** The share of late commits that touched the file. */
  heatOf(file: number): number {
    return this.#totalHeat === 0 ? 0 : (this.#heat[file] ?? 0) / this.#totalHeat
  }

  /** How many commits ago the file was last touched. */
  sinceTouched(file: number): number {
    const last = this.#last[file] ?? -1
    return last < 0 ? NEVER : this.size - last
  }

  /** The files that late commits touched most, the most touched first. */
  hottest(count: number, isWanted: (file: number) => boolean): readonly number[] {
    const hot = (this.#hot ??= this.#hottest(MANY_HOT, () => true)).filter(isWanted)
    return hot.length < count ? this.#hottest(count, isWanted) : hot.slice(0, count)
  }

  #hottest(count: number, isWanted: (file: number) => boolean): readonly number[] {
    const wanted: number[] = []
    for (let file = 0; file < this.#heat.length; file++)
      if (this.#heat[file]! > 0 && isWanted(file)) wanted.push(file)
    return highest(Int32Array.from(wanted), count, this.#heat)
  }

  /** For each file that late commits of the scope touched: the share of them that did. */
  sharesOfScope(scope: string): ReadonlyMap<number, number> {
    const shares = new Map<number, number>()
    let all = 1
    for (const commit of this.#byScope.get(scope) ?? []) {
      const weight = Math.exp((commit - this.size + 1) / SCOPE_LASTS)
      all += weight
      for (const file of this.filesOf(commit)) shares.set(file, (shares.get(file) ?? 0) + weight)
    }
    for (const [file, sum] of shares) shares.set(file, sum / all)
    return shares
  }

  #addToScope(scope: string, commit: number): void {
    const commits = this.#byScope.get(scope)
    if (commits === undefined) this.#byScope.set(scope, [commit])
    else if (commits.push(commit) > MOST_OF_A_SCOPE) commits.shift()
  }

  /** A later commit counts for more, instead of all earlier ones for less. */
  #warm(commit: number): void {
    this.#hot = null
    const heat = Math.exp(commit / HEAT_LASTS)
    this.#totalHeat += heat
    for (const file of this.filesOf(commit)) {
      while (this.#heat.length <= file) {
        this.#heat.push(0)
        this.#last.push(-1)
      }
      this.#last[file] = commit
      this.#heat[file] = this.#heat[file]! + heat
    }
  }
}

export interface SavedMessages {
  readonly ids: SavedTexts
  readonly subjects: SavedTexts
  readonly postings: SavedPostings
  readonly lengths: Int32Array
  readonly fileStarts: Int32Array
  readonly files: Int32Array
  readonly scopes: SavedScopes
}

interface SavedScopes {
  readonly names: SavedNames
  /** The commits of scope s are commits[starts[s]] up to commits[starts[s + 1]]. */
  readonly starts: Int32Array
  readonly commits: Int32Array
}

function savedScopes(byScope: ReadonlyMap<string, readonly number[]>): SavedScopes {
  const names = new Names()
  const starts = [0]
  for (const [scope, { length }] of byScope)
    starts[names.number(scope) + 1] = starts.at(-1)! + length
  const commits = Int32Array.from([...byScope.values()].flat())
  return { names: names.save(), starts: Int32Array.from(starts), commits }
}

function scopesOf(saved?: SavedScopes): Map<string, number[]> {
  const byScope = new Map<string, number[]>()
  if (saved === undefined) return byScope
  const { starts, commits } = saved
  const names = new Names(saved.names)
  for (let scope = 0; scope < names.size; scope++)
    byScope.set(names.at(scope), [...commits.subarray(starts[scope], starts[scope + 1])])
  return byScope
}
