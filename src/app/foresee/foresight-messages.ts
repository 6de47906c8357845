/** The messages between the foresight process and the process that uses it. */
import type { TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { ForeseenFile } from '../../core/foresight/foreseen-file.ts'
import type { Progress } from '../../foresight/progress.ts'

export type ForesightStanding =
  /** Answers are made from paths and the newest messages alone. */
  | { readonly is: 'building'; readonly progress: Progress | null }
  | { readonly is: 'ready'; readonly commit: string; readonly note: string | null }
  /** Nothing can be foreseen. */
  | { readonly is: 'none'; readonly why: string }

export interface ForesightQuestion {
  readonly number: number
  /** Empty: the caller only wants to know the state of the index. */
  readonly tasks: readonly TaskToForesee[]
}

export interface ForesightAnswer {
  readonly number: number
  readonly standing: ForesightStanding
  /** For each task, in the order of the question. */
  readonly files: PackedFiles
}

/** Lists of files as a few arrays of numbers, because an answer has tens of thousands of files. */
export interface PackedFiles {
  /** Each path once. */
  readonly paths: readonly string[]
  /** For each task, which list it has: several tasks may have the same. */
  readonly listOf: Int32Array
  /** How many files each list has. */
  readonly counts: Int32Array
  /** The index of the path, for each file of all lists. */
  readonly pathOf: Int32Array
  readonly chances: Float64Array
}

export function packFiles(files: readonly (readonly ForeseenFile[])[]): PackedFiles {
  const lists = [...new Set(files)]
  const places = new Map(lists.map((list, at) => [list, at]))
  const all = lists.flat()
  const numbers = new Map<string, number>()
  for (const { path } of all) if (!numbers.has(path)) numbers.set(path, numbers.size)
  return {
    paths: [...numbers.keys()],
    listOf: Int32Array.from(files, (list) => places.get(list)!),
    counts: Int32Array.from(lists, ({ length }) => length),
    pathOf: Int32Array.from(all, ({ path }) => numbers.get(path)!),
    chances: Float64Array.from(all, ({ p }) => p),
  }
}

/** Tasks that shared a list share one again. */
export function unpackFiles({
  paths,
  listOf,
  counts,
  pathOf,
  chances,
}: PackedFiles): readonly (readonly ForeseenFile[])[] {
  let next = 0
  const take = (): ForeseenFile => ({ path: paths[pathOf[next]!]!, p: chances[next++]! })
  const lists = Array.from(counts, (count) => Array.from({ length: count }, take))
  return Array.from(listOf, (list) => lists[list]!)
}
