/** The files that a task is likely to change, after the rules for hot files: what it names, and what is foreseen. */
import type { CollisionPolicy, HotFileRule } from '../plan/collision-settings.ts'
import type { Task } from '../plan/plan.ts'
import { fileNamedBy, isGlob, NO_PATH, normalise, sampleOf } from './glob-overlap.ts'

export interface LikelyFile {
  /** A path or, if the task names it, a glob; for a rule `apart` a word that stands for all its files. */
  readonly path: string
  /** 1: the task names it. */
  readonly p: number
  /** Only a warning, whatever the probability. */
  readonly warnsOnly: boolean
}

/** Nobody is surer of a foreseen file than this. */
const SUREST = 0.98
/** Less likely files do not count: together they are noise. */
const MOST_FORESEEN = 60

/** Finds the likely files of tasks; rules are looked up once per path. */
export function likelyFilesUnder({
  isolation,
  collisions,
}: CollisionPolicy): (task: Pick<Task, 'files' | 'foreseen'>) => readonly LikelyFile[] {
  const globs = Object.keys(collisions.rules)
  const matchers = globs.map((glob) => ({ glob, names: fileNamedBy(glob) }))
  const ruleOf = rememberingByPath(
    (path) => matchers.find(({ names }) => names(path))?.glob ?? null,
  )
  const verdictOn = (path: string): HotFileRule | null => {
    const glob = ruleOf(path)
    return glob === null ? null : collisions.rules[glob]!
  }
  // In place nothing is merged: two tasks that both say that they write a file must not do so at once.
  const heedsNamed = isolation === 'worktree'

  return ({ files, foreseen }) => {
    if (files.length === 0 && foreseen.length === 0) return NOTHING
    const named = [...new Set(files.map(normalise))]
    const covered = new Set(named)
    const likely: LikelyFile[] = []
    const untouched = new Map<string, number>()
    for (const path of named) {
      const rule = verdictOn(sampleOf(path))
      const isHeeded = heedsNamed && !isGlob(path)
      if (rule === 'apart') untouched.set(ruleOf(sampleOf(path))!, 0)
      if (rule === 'ignore' && isHeeded) continue
      likely.push({ path, p: 1, warnsOnly: rule === 'warn' && isHeeded })
    }
    for (const { path, p } of foreseen.slice(0, MOST_FORESEEN)) {
      const rule = verdictOn(path)
      if (rule === 'ignore' || covered.has(path) || p <= 0) continue
      covered.add(path)
      const share = Math.min(p, SUREST)
      if (rule !== 'apart') likely.push({ path, p: share, warnsOnly: rule === 'warn' })
      else untouched.set(ruleOf(path)!, (untouched.get(ruleOf(path)!) ?? 1) * (1 - share))
    }
    for (const [glob, chance] of untouched) {
      const p = chance === 0 ? 1 : Math.min(SUREST, 1 - chance)
      likely.push({ path: placeOf(glob), p, warnsOnly: false })
    }
    return likely
  }
}

/** The files that a task was seen to change, after the rules: they count like named files. */
export function seenFiles(
  policy: CollisionPolicy,
): (files: readonly string[]) => readonly string[] {
  const likely = likelyFilesUnder(policy)
  return (files) =>
    likely({ files, foreseen: [] }).flatMap(({ path, warnsOnly }) => (warnsOnly ? [] : [path]))
}

const NOTHING: readonly LikelyFile[] = []

/** Not a glob to anyone, so that it meets only itself. */
const placeOf = (glob: string): string => NO_PATH + glob.replaceAll(/[*?{[/]/g, escapeOf)

const escapeOf = (character: string): string => `\u0001${character.codePointAt(0)}\u0001`

/** The path or glob that people know. */
export const shownPath = (path: string): string =>
  path.startsWith(NO_PATH)
    ? path
        .slice(1)
        .replaceAll(/\u0001(\d+)\u0001/g, (_, code) => String.fromCodePoint(Number(code)))
    : path

/** The path stands for all files of a rule. */
export const isRule = (path: string): boolean => path.startsWith(NO_PATH)

function rememberingByPath<Found>(find: (path: string) => Found): (path: string) => Found {
  const answers = new Map<string, Found>()
  return (path) => {
    const before = answers.get(path)
    if (before !== undefined) return before
    const answer = find(path)
    answers.set(path, answer)
    return answer
  }
}
