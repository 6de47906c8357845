/** Tasks that predict the same files and need the same of the machine stand in line together. */
import { isGlob, mayNameSameFile, normalise } from './overlap.ts'
import type { Plan, Resources } from './plan.ts'

/** Tasks that are alike to the scheduler: what holds one of them back holds all of them back. */
export interface Kind {
  readonly files: readonly string[]
  readonly resources: Resources
  /** Kinds with a file in common, itself included when it has files at all. */
  readonly collidesWith: readonly number[]
}

export interface Kinds {
  readonly list: readonly Kind[]
  /** The kind of each task, by its place in the plan. */
  readonly of: Int32Array
}

export function kindsOf(plan: Plan): Kinds {
  const numbers = new Map<string, number>()
  const found: { files: readonly string[]; resources: Resources }[] = []
  const of = Int32Array.from(plan.tasks, ({ files, resources }) => {
    const name = kindName(files, resources)
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, found.length)
    return found.push({ files, resources }) - 1
  })
  const collisions = collisionsAmong(found.map((kind) => kind.files))
  return { of, list: found.map((kind, i) => ({ ...kind, collidesWith: [...collisions[i]!] })) }
}

function kindName(files: readonly string[], { cpu, memoryBytes }: Resources): string {
  return `${cpu}|${memoryBytes}|${files.toSorted().join('\n')}`
}

/**
 * Which sets of paths meet. Plain paths meet when equal or when one is a folder above the other,
 * and are found through a map; only globs are compared one by one.
 */
function collisionsAmong(sets: readonly (readonly string[])[]): readonly Set<number>[] {
  const meets = sets.map((files, i) => new Set(files.length > 0 ? [i] : []))
  const plain = new Map<string, number[]>()
  const globs: { path: string; set: number }[] = []
  sets.forEach((files, set) => {
    for (const path of files.map(normalise))
      if (isGlob(path)) globs.push({ path, set })
      else plain.set(path, [...(plain.get(path) ?? []), set])
  })
  const join = (a: number, b: number): void => {
    meets[a]!.add(b)
    meets[b]!.add(a)
  }
  for (const [path, own] of plain) {
    for (const a of own) for (const b of own) join(a, b)
    for (const above of foldersAbove(path))
      for (const b of plain.get(above) ?? []) for (const a of own) join(a, b)
  }
  globs.forEach(({ path, set }, i) => {
    for (const [other, owners] of plain)
      if (mayNameSameFile(path, other)) for (const owner of owners) join(set, owner)
    for (const other of globs.slice(i + 1))
      if (mayNameSameFile(path, other.path)) join(set, other.set)
  })
  return meets
}

function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    yield path.slice(0, end)
}
