/** Groups tasks that predict the same files and need the same resources, so that the scheduler treats them as one. */
import { isGlob, mayNameSameFile, normalise } from './glob-overlap.ts'
import type { Resources, Task } from '../plan/plan.ts'

/** Tasks that are alike to the scheduler: what keeps one of them from starting keeps all of them from starting. */
export interface Kind {
  /** The numbers of the paths and globs these tasks name. */
  readonly paths: readonly number[]
  /** These paths, and every other path that may name the same file as one of them. */
  readonly touches: readonly number[]
  readonly resources: Resources
  /** The lane that these tasks share; null: they share their worktree with no other task. */
  readonly lane: string | null
  /** The only task of the kind, which is kept apart from some tasks or let beside some; null: there are none such. */
  readonly only: number | null
}

/** What decides whether two tasks are of the same kind. */
export type Alike = Pick<Task, 'files' | 'resources'> & {
  readonly lane?: string | null
  /** The place of a task that is like no other. */
  readonly only?: number | null
}

export interface Kinds {
  readonly list: readonly Kind[]
  /** The kind of each task, by its place in the plan. */
  readonly of: Int32Array
  /** For each path, the kinds that name it. */
  readonly naming: readonly (readonly number[])[]
}

/** Two kinds collide when one touches a path of the other, so n tasks on one file cost n comparisons, not n times n. */
export function kindsOf(tasks: readonly Alike[]): Kinds {
  const distinct = numbered<Required<Alike>>()
  const of = Int32Array.from(tasks, ({ files, resources, lane = null, only = null }) => {
    const paths = [...new Set(files.map(normalise))].toSorted()
    const name = only === null ? kindName(paths, resources, lane) : `only ${only}`
    return distinct.number(name, { files: paths, resources, lane, only })
  })
  const paths = numbered<string>()
  const named = distinct.list.map(({ files }) => files.map((path) => paths.number(path, path)))
  const overlaps = overlapsAmong(paths.list)
  const list = named.map((own, i) => ({
    paths: own,
    touches: [...new Set(own.flatMap((path) => overlaps[path]!))],
    resources: distinct.list[i]!.resources,
    lane: distinct.list[i]!.lane ?? null,
    only: distinct.list[i]!.only ?? null,
  }))
  const naming: number[][] = paths.list.map(() => [])
  named.forEach((own, kind) => own.forEach((path) => naming[path]!.push(kind)))
  return { list, of, naming }
}

function kindName(
  paths: readonly string[],
  { cpu, memoryBytes }: Resources,
  lane: string | null,
): string {
  return `${cpu}|${memoryBytes}|${lane ?? ''}|${paths.join('\n')}`
}

/** Gives each name a number, from 0, and keeps the first thing of each name. */
function numbered<Thing>() {
  const numbers = new Map<string, number>()
  const list: Thing[] = []
  const number = (name: string, thing: Thing): number => {
    const existing = numbers.get(name)
    if (existing !== undefined) return existing
    numbers.set(name, list.length)
    return list.push(thing) - 1
  }
  return { list, number }
}

/**
 * Which paths overlap, by number; each path overlaps itself. Plain paths overlap when one is a folder above the other,
 * which a map finds; only globs are compared one by one.
 */
function overlapsAmong(paths: readonly string[]): readonly (readonly number[])[] {
  const meets = paths.map((_, i) => [i])
  const join = (a: number, b: number): void => {
    meets[a]!.push(b)
    meets[b]!.push(a)
  }
  const plain = new Map<string, number>()
  paths.forEach((path, i) => !isGlob(path) && plain.set(path, i))
  for (const [path, i] of plain)
    for (const above of foldersAbove(path)) {
      const folder = plain.get(above)
      if (folder !== undefined) join(i, folder)
    }
  paths.forEach((glob, i) => {
    if (!isGlob(glob)) return
    paths.forEach((other, j) => {
      if ((j > i || !isGlob(other)) && mayNameSameFile(glob, other)) join(i, j)
    })
  })
  return meets
}

function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    yield path.slice(0, end)
}
