/**
 * Finds files that git ignores only by rules that came with an attempt: in `.gitignore` files that it
 * wrote, or in files that all worktrees share. Rules that an attempt wrote itself do not decide whether
 * its work counts.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { CommitId } from '../../core/value/ids.ts'
import { HOME } from '../../core/value/home-paths.ts'
import { askGit, GitRefused, mustGit, runGit } from '../call/git-command.ts'
import { nulEnded } from '../call/index-rows.ts'
import { textOf, type SharedRules } from './shared-rules.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'

/** The rules from before the attempt. */
export interface RulesBefore {
  /** The commit with the `.gitignore` files from before. */
  readonly base: CommitId
  /** null: the shared rules of now count as the ones from before. */
  readonly shared: SharedRules | null
}

export interface Hidden {
  /** The ignored path; a folder that is ignored as a whole ends with "/". */
  readonly path: string
  readonly rule: string
  /** The file that has the rule; for a `.gitignore`, from the top of the worktree. */
  readonly source: string
  readonly isShared: boolean
}

/** The paths that git ignores in the worktree now. */
export async function ignoredIn(git: WorktreeGit): Promise<readonly string[]> {
  const listing = await mustGit(LIST, asNow(git))
  const ignored = listing.split('\0').filter((line) => line.startsWith('! '))
  return ignored.map((line) => line.slice(2))
}

const LIST = [
  'status',
  '--porcelain=v2',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignored=matching',
  '--ignore-submodules=all',
]

export async function hiddenAmong(
  git: WorktreeGit,
  paths: readonly string[],
  { base, shared }: RulesBefore,
): Promise<readonly Hidden[]> {
  const asked = paths.filter((path) => !path.startsWith(`${HOME}/`))
  const decided = (await rulesFor(git, asked)).filter((one) => !isMadeAgain(git.in, one))
  const sources = [...new Set(decided.filter((one) => !one.isShared).map(({ source }) => source))]
  const old = new Map(
    await Promise.all(sources.map(async (file) => [file, await textAt(git, base, file)] as const)),
  )
  return decided.filter(({ source, rule, isShared }) => {
    if (isShared && shared === null) return false
    const was = isShared ? shared![source] : old.get(source)
    return !isOld(rule, was ?? '', () => textOf(isShared ? source : join(git.in, source)))
  })
}

/** The rule that decides about each of the paths. */
async function rulesFor(git: WorktreeGit, paths: readonly string[]): Promise<readonly Hidden[]> {
  if (paths.length === 0) return []
  const words = ['check-ignore', '--verbose', '-z', '--stdin']
  const end = await askGit(words, { ...asNow(git), input: nulEnded(paths) })
  if (end.code > 1) throw new GitRefused(words, end)
  const parts = end.stdout.split('\0')
  return Array.from({ length: Math.floor(parts.length / 4) }, (_, row) => {
    const [source, , rule, path] = parts.slice(row * 4, row * 4 + 4)
    const isShared = isAbsolute(source!) || basename(source!) !== '.gitignore'
    return { path: path!, rule: rule!, source: source!, isShared }
  })
}

/**
 * Git shall name the real files that have the rules, not those that stand in for the shared folder (see
 * settings-before.ts).
 */
function asNow(git: WorktreeGit): WorktreeGit {
  const { GIT_COMMON_DIR: _, ...environment } = git.environment
  return { ...git, environment }
}

/** Caches and virtual environments that are marked as such, and that ignore themselves: they can be made again. */
function isMadeAgain(top: string, { path, source }: Hidden): boolean {
  const folders = [
    ...(path.endsWith('/') ? [path] : []),
    ...(isAbsolute(source) ? [] : [dirname(source)]),
  ]
  return folders.some((folder) =>
    ['CACHEDIR.TAG', 'pyvenv.cfg'].some(
      (name) => folder !== '.' && existsSync(join(top, folder, name)),
    ),
  )
}

async function textAt(git: WorktreeGit, base: CommitId, file: string): Promise<string> {
  return (await runGit(['cat-file', 'blob', `${base}:${file}`], git)) ?? ''
}

/**
 * Whether the rule stood in the file before the attempt. If the file has exceptions ("!"), a single rule does
 * not tell its effect, so the whole file must be unchanged.
 */
function isOld(rule: string, was: string, now: () => string): boolean {
  const lines = linesOf(was)
  if (!lines.includes(rule)) return false
  return !lines.some((line) => line.startsWith('!')) || was === now()
}

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.trimEnd())

/** Whether the rule is shared and has wildcards: it came from outside the worktree, and hides work in all of them. */
export const isForAll = ({ isShared, rule }: Hidden): boolean =>
  isShared && /[*?[]/.test(basename(rule))

export interface Behind {
  readonly files: readonly string[]
  /** Nested repositories, without a "/" at the end. */
  readonly nested: readonly string[]
}

/** What git would not ignore without the added wildcard rules. scratch: the path of a file that may be written. */
export async function behindRules(
  git: WorktreeGit,
  hidden: readonly Hidden[],
  shared: SharedRules,
  scratch: string,
): Promise<Behind> {
  writeFileSync(scratch, [...Object.values(shared), ...addedWithAName(hidden)].join('\n'))
  try {
    const rules = ['--exclude-per-directory=.gitignore', `--exclude-from=${scratch}`]
    const listing = await mustGit(['ls-files', '-z', '--others', ...rules], git)
    const paths = listing.split('\0').filter((path) => path !== '')
    const nested = paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))
    return { files: paths.filter((path) => !path.endsWith('/')), nested }
  } finally {
    rmSync(scratch, { force: true })
  }
}

const addedWithAName = (hidden: readonly Hidden[]): readonly string[] =>
  hidden.filter((one) => one.isShared && !isForAll(one)).map(({ rule }) => rule)
