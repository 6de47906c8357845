/** Turns what a person typed about a conflict into decisions: sides for files and hunks, whole texts, and one side for the rest. */
import { nameInLine } from '../../core/text/name-in-line.ts'
import type {
  ConflictDocument,
  ConflictFileDocument,
} from '../../core/conflict/conflict-document.ts'
import type { Keep } from '../../core/conflict/conflict.ts'
import type { Decisions, FileDecision, HunkDecision } from '../../core/conflict/resolution.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { Complaint } from '../console/complain.ts'

export interface TypedDecisions {
  /** For each side: `path`, or `path#hunk` with 1 for the first hunk. true: everything that is not named. */
  readonly sides: Readonly<Partial<Record<Keep, readonly string[] | true>>>
  /** The whole text of files, by path. */
  readonly texts: Readonly<Record<string, string>>
}

/** Throws a Complaint that names the file or hunk. Files without a decision are left out. */
export function decisionsFrom(conflict: ConflictDocument, typed: TypedDecisions): Decisions {
  const files = new Map(conflict.files.map((file) => [file.path, file]))
  const rest = restOf(typed)
  const whole = new Map<string, FileDecision>()
  const hunks = new Map<string, (HunkDecision | null)[]>()
  const decide = (path: string, decision: FileDecision): void => {
    if (whole.has(path) || hunks.has(path)) throw twice(path)
    whole.set(path, decision)
  }
  for (const [path, text] of Object.entries(typed.texts)) {
    mustBe(files, path)
    decide(path, { text })
  }
  for (const [keep, named] of sidesIn(typed))
    for (const word of named) {
      const { file, hunk } = meant(files, word)
      if (hunk === null) {
        decide(file.path, { keep })
        continue
      }
      if (whole.has(file.path)) throw twice(file.path)
      const decided = hunks.get(file.path) ?? Array.from({ length: file.hunks }, () => null)
      if (decided[hunk - 1] !== null) throw twice(word)
      decided[hunk - 1] = keep
      hunks.set(file.path, decided)
    }
  for (const [path, decided] of hunks) whole.set(path, { hunks: filled(path, decided, rest) })
  if (rest !== null)
    for (const path of files.keys()) if (!whole.has(path)) whole.set(path, { keep: rest })
  return Object.fromEntries(whole)
}

const sidesIn = ({ sides }: TypedDecisions): readonly (readonly [Keep, readonly string[]])[] =>
  (['landed', 'task', 'both'] as const).map((keep) => {
    const named = sides[keep]
    return [keep, Array.isArray(named) ? named : []] as const
  })

function restOf({ sides }: TypedDecisions): Keep | null {
  const all = (['landed', 'task', 'both'] as const).filter((keep) => sides[keep] === true)
  if (all.length > 1)
    throw new Complaint(
      'only one of --ours, --theirs and --both can be for everything else',
      'name files after the others',
    )
  return all[0] ?? null
}

function meant(
  files: ReadonlyMap<string, ConflictFileDocument>,
  word: string,
): { readonly file: ConflictFileDocument; readonly hunk: number | null } {
  const own = files.get(word)
  if (own !== undefined) return { file: own, hunk: null }
  const at = /^(.+)#(\d+)$/s.exec(word)
  if (at === null) return { file: mustBe(files, word), hunk: null }
  const file = mustBe(files, at[1]!)
  const hunk = Number(at[2])
  if (file.kind === 'text' && hunk >= 1 && hunk <= file.hunks) return { file, hunk }
  throw new Complaint(
    `"${nameInLine(file.path)}" has no hunk ${hunk}`,
    file.kind === 'text' ? `it has ${sayCount(file.hunks, 'hunk')}` : file.says,
  )
}

function mustBe(
  files: ReadonlyMap<string, ConflictFileDocument>,
  path: string,
): ConflictFileDocument {
  const file = files.get(path)
  if (file !== undefined) return file
  throw new Complaint(
    `"${nameInLine(path)}" is not in conflict`,
    `these files are: ${firstFew([...files.keys()])}`,
  )
}

const twice = (what: string): Complaint =>
  new Complaint(`"${nameInLine(what)}" is decided twice`, 'decide it once')

function filled(
  path: string,
  decided: readonly (HunkDecision | null)[],
  rest: Keep | null,
): readonly HunkDecision[] {
  return decided.map((one, i) => {
    if (one !== null) return one
    if (rest !== null) return rest
    throw new Complaint(
      `hunk ${i + 1} of "${nameInLine(path)}" is not decided yet`,
      'decide every hunk, or give --ours, --theirs or --both without names for the rest',
    )
  })
}
