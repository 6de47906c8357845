/** Which files the landed tasks of a domain changed, and which of them change together. */
import type { Experience } from './experience.ts'
import { asData } from './quote.ts'

export interface LearntFile {
  readonly path: string
  /** Landed tasks that changed it. */
  readonly tasks: number
}

export interface Pattern {
  readonly name: string
  readonly description: string
  readonly example: string
}

/** The most often changed first. A file that was deleted last does not count. The experiences are in order of time. */
export function countFiles(experiences: readonly Experience[]): readonly LearntFile[] {
  const counts = new Map<string, number>()
  for (const { files } of experiences)
    for (const { path, is } of files)
      if (is === 'deleted') counts.delete(path)
      else counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts]
    .map(([path, tasks]) => ({ path, tasks }))
    .toSorted((a, b) => b.tasks - a.tasks || (a.path < b.path ? -1 : 1))
}

/** Pairs are looked for among so many of the most changed files. */
const MOST_PAIRED = 30
const FEWEST_TIMES = 2

/** Pairs of files that several tasks changed both, the most frequent first. */
export function changedTogether(
  experiences: readonly Experience[],
  counted: readonly LearntFile[],
): readonly Pattern[] {
  const paired = counted.slice(0, MOST_PAIRED).map(({ path }) => path)
  const tasks = experiences.map(({ files, run, task }) => ({
    paths: new Set(files.map(({ path }) => path)),
    says: `run ${run}, task ${task}`,
  }))
  return paired
    .flatMap((one, place) => paired.slice(place + 1).map((other) => ({ one, other })))
    .map((pair) => ({ ...pair, both: tasks.filter(({ paths }) => hasBoth(paths, pair)) }))
    .filter(({ both }) => both.length >= FEWEST_TIMES)
    .toSorted((a, b) => b.both.length - a.both.length)
    .map(({ one, other, both }) => ({
      name: `${asData(one)} and ${asData(other)}`,
      description: `${both.length} tasks changed both files`,
      example: both.at(-1)!.says,
    }))
}

const hasBoth = (
  paths: ReadonlySet<string>,
  { one, other }: { readonly one: string; readonly other: string },
): boolean => paths.has(one) && paths.has(other)
