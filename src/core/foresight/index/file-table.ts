/**
 * The files of the repository as numbers that survive renames, so that what was learnt of a file stays with it.
 * A path has a number of its own, and so has a folder.
 */
import { IntList } from './int-list.ts'
import { Names, type SavedNames } from './names.ts'
import type { FileChange } from './past-commit.ts'

export class FileTable {
  readonly paths: Names
  readonly folders: Names
  /** The folder of each path. */
  readonly folderOf: IntList
  /** The file that has, or last had, each path; -1: none. */
  readonly fileOf: IntList
  /** The newest path of each file. */
  readonly pathOf: IntList
  /** 1 for each file that exists, 0 for each that is gone. */
  readonly exists: IntList
  /** How many files exist in each folder itself. */
  readonly filesIn: IntList
  living = 0
  /** Texts of paths and of families by the number of the path: the same files are asked for again and again. */
  readonly #texts: string[] = []
  readonly #families: string[] = []

  constructor(saved?: SavedFileTable) {
    this.paths = new Names(saved?.paths)
    this.folders = new Names(saved?.folders)
    this.folderOf = IntList.of(saved?.folderOf)
    this.fileOf = IntList.of(saved?.fileOf)
    this.pathOf = IntList.of(saved?.pathOf)
    this.exists = IntList.of(saved?.exists)
    this.filesIn = IntList.of(saved?.filesIn)
    for (const exists of this.exists.values()) this.living += exists
  }

  save(): SavedFileTable {
    const { paths, folders, folderOf, fileOf, pathOf, exists, filesIn } = this
    return {
      paths: paths.save(),
      folders: folders.save(),
      folderOf: folderOf.values(),
      fileOf: fileOf.values(),
      pathOf: pathOf.values(),
      exists: exists.values(),
      filesIn: filesIn.values(),
    }
  }

  /** All files ever seen. */
  get size(): number {
    return this.pathOf.length
  }

  isLiving(file: number): boolean {
    return this.exists.at(file) === 1
  }

  /** The file that has this path now; -1: no file has it. */
  livingFile(path: string): number {
    return this.livingAt(this.paths.find(path))
  }

  livingAt(path: number): number {
    if (path < 0) return -1
    const file = this.fileOf.at(path)
    return file >= 0 && this.pathOf.at(file) === path && this.isLiving(file) ? file : -1
  }

  pathOfFile(file: number): string {
    const path = this.pathOf.at(file)
    return (this.#texts[path] ??= this.paths.at(path))
  }

  /** What the names of a file, its header and its tests have in common. */
  familyOfFile(file: number): string {
    return (this.#families[this.pathOf.at(file)] ??= familyOf(this.pathOfFile(file)))
  }

  folderOfFile(file: number): number {
    return this.folderOf.at(this.pathOf.at(file))
  }

  /** Makes the file exist, whether or not it has been seen before. */
  put(path: string): number {
    const number = this.#pathNumber(path)
    const before = this.fileOf.at(number)
    const file = before >= 0 && this.pathOf.at(before) === number ? before : this.#newFile(number)
    this.#live(file, 1)
    return file
  }

  remove(path: string): number {
    const file = this.livingFile(path)
    if (file >= 0) this.#live(file, 0)
    return file
  }

  /** Follows the changes of a commit and returns the files that it touched. */
  follow(changes: readonly FileChange[]): readonly number[] {
    const touched = new Set<number>()
    const moves = movesOf(changes)
    for (const { kind, path } of changes) {
      if (kind !== 'D') continue
      const file = this.#touch(path)
      touched.add(file)
      if (!moves.has(path)) this.#live(file, 0)
    }
    for (const [from, to] of moves) this.#move(from, to)
    for (const { kind, path } of changes)
      if (kind === 'A') touched.add(this.put(path))
      else if (kind === 'M') touched.add(this.#touch(path))
    return [...touched]
  }

  /** On another branch a file may still be changed under the name that it had. */
  #touch(path: string): number {
    const number = this.#pathNumber(path)
    const before = this.fileOf.at(number)
    return before >= 0 && this.isLiving(before) ? before : this.put(path)
  }

  #move(from: string, to: string): void {
    const file = this.fileOf.at(this.#pathNumber(from))
    if (this.livingFile(to) >= 0) return this.#live(file, 0)
    this.#live(file, 0)
    const number = this.#pathNumber(to)
    this.fileOf.set(number, file)
    this.pathOf.set(file, number)
    this.#live(file, 1)
  }

  #pathNumber(path: string): number {
    const number = this.paths.number(path)
    if (number < this.folderOf.length) return number
    this.#addFolder(path)
    this.fileOf.push(-1)
    return number
  }

  #addFolder(path: string): void {
    const folder = this.folders.number(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    if (folder === this.filesIn.length) this.filesIn.push(0)
    this.folderOf.push(folder)
  }

  #newFile(path: number): number {
    const file = this.pathOf.push(path)
    this.exists.push(0)
    this.fileOf.set(path, file)
    return file
  }

  #live(file: number, exists: 0 | 1): void {
    if (this.exists.at(file) === exists) return
    this.exists.set(file, exists)
    this.#count(file, exists === 1 ? 1 : -1)
  }

  #count(file: number, by: 1 | -1): void {
    const folder = this.folderOfFile(file)
    this.filesIn.set(folder, this.filesIn.at(folder) + by)
    this.living += by
  }
}

export interface SavedFileTable {
  readonly paths: SavedNames
  readonly folders: SavedNames
  readonly folderOf: Int32Array
  readonly fileOf: Int32Array
  readonly pathOf: Int32Array
  readonly exists: Int32Array
  readonly filesIn: Int32Array
}

/**
 * Which removed file became which added one: the same content, else the same path but for its ending, else the same
 * name in another folder. Two of a kind decide nothing.
 */
export function movesOf(changes: readonly FileChange[]): ReadonlyMap<string, string> {
  const removed = changes.filter(({ kind }) => kind === 'D')
  const added = changes.filter(({ kind }) => kind === 'A')
  const moves = new Map<string, string>()
  if (removed.length === 0 || added.length === 0) return moves
  const taken = new Set<string>()
  const match = (one: (removed: FileChange) => string, other: (added: FileChange) => string) => {
    const from = byKey(removed, one, (path) => moves.has(path))
    const to = byKey(added, other, (path) => taken.has(path))
    for (const [key, paths] of from) {
      const targets = to.get(key)
      if (paths.length !== 1 || targets?.length !== 1) continue
      moves.set(paths[0]!, targets[0]!)
      taken.add(targets[0]!)
    }
  }
  match(
    ({ before }) => before,
    ({ after }) => after,
  )
  match(
    ({ path }) => pathStem(path),
    ({ path }) => pathStem(path),
  )
  match(
    ({ path }) => baseName(path),
    ({ path }) => baseName(path),
  )
  return moves
}

function byKey(
  changes: readonly FileChange[],
  keyOf: (change: FileChange) => string,
  isTaken: (path: string) => boolean,
): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const change of changes) {
    const key = keyOf(change)
    if (key === '' || isTaken(change.path)) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [change.path])
    else group.push(change.path)
  }
  return groups
}

/** `router` for router.ts, router.test.ts, router_test.go and test_router.py. */
const familyOf = (path: string): string =>
  baseName(path)
    .split('.', 1)[0]!
    .replace(/[-_]?(?:test|spec)s?$|^test[-_]/gi, '')
    .toLowerCase()

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The path without the ending of its name. */
const pathStem = (path: string): string => {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path
}
