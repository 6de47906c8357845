/** Makes a tree of everything in the folder of a worktree that git can hold, in a separate index. */
import { existsSync, lstatSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { CommitId } from '../../core/value/ids.ts'
import { DURABLY, DURABLY_IN_A_PACK } from '../call/durable.ts'
import { copyIndex } from '../call/copy-index.ts'
import { askGit, GitRefused, mustGit, streamGit } from '../call/git-command.ts'
import {
  behindRules,
  hiddenAmong,
  ignoredIn,
  isForAll,
  type Hidden,
  type RulesBefore,
} from './hidden-work.ts'
import {
  GITLINK,
  nulEnded,
  readIndex,
  type IndexContents,
  type IndexRow,
} from '../call/index-rows.ts'
import { unholdableIn } from './unholdable.ts'
import { setIndexAside } from '../worktree/mend-worktree.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'

export interface TakenIn {
  readonly tree: string
  /** true: the tree differs from that of the parent. */
  readonly isChanged: boolean
  /** The new index: a file beside the worktree's own index, which is to take its place. */
  readonly index: string
  readonly git: WorktreeGit
  /** The worktree's own index, as it was. */
  readonly before: IndexContents
  readonly notes: readonly string[]
  /** Left out: files that are ignored by rules that came with the attempt. */
  readonly hidden: readonly Hidden[]
  /** Left out: nested repositories that git does not know as submodules. */
  readonly nested: readonly string[]
  /** Left out: files and folders that are called .git and belong to no repository that git sees. */
  readonly unholdable: readonly string[]
}

/** Writes only objects and the new index; the worktree's own index stays as it is. */
export async function takeIn(
  worktree: WorktreeGit,
  parent: CommitId,
  { rules, since }: { readonly rules: RulesBefore; readonly since: number },
): Promise<TakenIn> {
  const { admin, repository, environment } = worktree
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`
  const index = join(admin ?? repository.common, name)
  const git = { ...worktree, environment: { ...environment, GIT_INDEX_FILE: index } }
  try {
    const begun = await beginIndex(git, index, parent)
    const { before } = begun
    await lookAtAll(git, before.rows)
    const refused = await addAll(git)
    const ignored = await ignoredIn(git)
    const { hidden, unhidden } = await addHidden(git, index, rules, ignored)
    const unholdable = await unholdableIn(git.in, { without: ignored, since })
    const asked = [changesIn(git, parent), writeTree(git)] as const
    // Both must have ended before the index may be discarded.
    await Promise.allSettled(asked)
    const [changes, written] = await Promise.all(asked)
    const links = newLinks(changes, before.rows)
    // Git would record a nested repository only by its commit id, and its files would be lost.
    await updateIndex(git, '--force-remove', links)
    const tree = links.length === 0 ? written : await writeTree(git)
    const isChanged = changes.some(({ path, is }) => is !== 'A' || !links.includes(path))
    const nested = [...new Set([...refused.nested, ...unhidden, ...links])]
    const repositories = [...nested, ...gitlinksIn(before.rows)].map((path) => `${path}/`)
    const stray = unholdable.filter((path) => !repositories.some((one) => path.startsWith(one)))
    const notes = [
      ...begun.notes,
      ...nested.map(sayNested),
      ...stray.map(sayUnholdable),
      ...refused.odd.map(sayOdd),
    ]
    return { tree, isChanged, index, git, before, notes, hidden, nested, unholdable: stray }
  } catch (error) {
    discard(index)
    throw error
  }
}

const PREFIX = 'conductor-index-'

/** An index that a coordinator left when it died while taking a folder in. */
export const isOurs = (name: string): boolean => name.startsWith(PREFIX)

export function discard(index: string): void {
  rmSync(index, { force: true })
  rmSync(`${index}.lock`, { force: true })
}

/** An unreadable index is made anew: the folder shows which files there are. */
async function beginIndex(
  git: WorktreeGit,
  index: string,
  parent: CommitId,
): Promise<{ readonly before: IndexContents; readonly notes: readonly string[] }> {
  const own = git.admin === null ? null : join(git.admin, 'index')
  if (own !== null && existsSync(own)) {
    copyIndex(own, index)
    const before = await readIndex(git).catch(() => null)
    if (before !== null) {
      await readAgain(git, before.rows)
      return { before, notes: [] }
    }
    discard(index)
    // Other git commands would fail on it.
    setIndexAside(own)
  }
  await mustGit([...DURABLY, 'read-tree', parent], git)
  const notes = own === null ? [] : ['Its index was missing or damaged; it was made anew.']
  return { before: await readIndex(git), notes }
}

/**
 * Makes git read all files again. If the filters were changed, what an agent has added may differ from its
 * files, and git would not look at them again.
 */
async function readAgain(git: WorktreeGit, rows: readonly IndexRow[]): Promise<void> {
  if (git.environment['GIT_COMMON_DIR'] === undefined) return
  const files = rows.filter(
    ({ stage, skipped, mode }) => stage === 0 && !skipped && mode !== GITLINK,
  )
  const input = nulEnded(files.map(({ mode, blob, path }) => `${mode} ${blob} 0\t${path}`))
  await mustGit([...DURABLY, 'update-index', '-z', '--index-info'], { ...git, input })
}

/** Removes the flags that hide a file from git, where the file exists. */
async function lookAtAll(git: WorktreeGit, rows: readonly IndexRow[]): Promise<void> {
  const marked = rows.filter((row) => row.assumed).map((row) => row.path)
  const skipped = rows.filter((row) => row.skipped).map((row) => row.path)
  const existing = skipped.filter((path) => kindOf(join(git.in, path)) !== 'nothing')
  await updateIndex(git, '--no-assume-unchanged', marked)
  await updateIndex(git, '--no-skip-worktree', existing)
}

async function updateIndex(
  git: WorktreeGit,
  flag: string,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  const input = nulEnded(paths)
  await mustGit([...DURABLY, 'update-index', '-z', flag, '--stdin'], { ...git, input })
}

/** What git refused to add. */
interface Refused {
  readonly nested: readonly string[]
  readonly odd: readonly string[]
}

async function addAll(git: WorktreeGit): Promise<Refused> {
  const first = await add(git, [])
  if (first.code === 0) return { nested: [], odd: [] }
  const nested = await nestedIn(git)
  const odd = await oddFiles(git)
  if (nested.length + odd.length === 0) throw new GitRefused(['add'], first)
  await updateIndex(git, '--force-remove', odd)
  const second = await add(git, [...nested, ...odd])
  if (second.code !== 0) throw new GitRefused(['add'], second)
  return { nested, odd }
}

const sayOdd = (path: string): string => `${path} is no file that git can hold.`

async function add(git: WorktreeGit, without: readonly string[]): ReturnType<typeof askGit> {
  const words = ['--pathspec-from-file=-', '--pathspec-file-nul']
  const input = nulEnded(['.', ...without.map((path) => `:(exclude,top,literal)${path}`)])
  const durably = (await areMany(git)) ? DURABLY_IN_A_PACK : DURABLY
  const how = [...durably, ...LOOKING, 'add', '-A', '--sparse', ...words]
  const end = await askGit(how, { ...git, input })
  // Git only warns about a folder that it cannot read, and the files in it would be missing.
  const hidden = /^(warning|error): .*(could not open directory|Permission denied).*$/m
  const unseen = hidden.exec(end.stderr)
  return unseen === null ? end : { ...end, code: end.code || 1, stderr: unseen[0] }
}

/** From this number on, one pack pays: a pack for every few files would slow the repository down. */
const MANY = 1000

/** Whether there are many files to take in. */
async function areMany(git: WorktreeGit): Promise<boolean> {
  let files = 0
  const words = ['ls-files', '-z', '--others', '--modified', '--exclude-standard']
  await streamGit(words, git, (piece) => {
    files += piece.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
    return files > MANY ? 'enough' : 'more'
  })
  return files > MANY
}

/** Overrides settings that save time or guard line ends: git looks at everything and refuses nothing. */
const LOOKING = [
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.checkStat=default',
  'core.trustctime=true',
  'core.ignoreStat=false',
  'core.safecrlf=false',
  'advice.addEmbeddedRepo=false',
].flatMap((setting) => ['-c', setting])

interface StaysOut {
  readonly hidden: readonly Hidden[]
  /** Nested repositories that such rules had hidden. */
  readonly unhidden: readonly string[]
}

/**
 * Adds files that a new wildcard rule in the shared files hides: such a rule does not count. Returns what
 * stays out.
 */
async function addHidden(
  git: WorktreeGit,
  index: string,
  rules: RulesBefore,
  ignored: readonly string[],
): Promise<StaysOut> {
  const hidden = await hiddenAmong(git, ignored, rules)
  if (rules.shared === null || !hidden.some(isForAll)) return { hidden, unhidden: [] }
  const { files, nested } = await behindRules(git, hidden, rules.shared, `${index}.rules`)
  await updateIndex(git, '--add', files)
  const shown = [...files, ...nested.map((path) => `${path}/`)]
  const isShown = ({ path }: Hidden): boolean => shown.some((one) => one.startsWith(path))
  return { hidden: hidden.filter((one) => !isForAll(one) || !isShown(one)), unhidden: nested }
}

/** Nested repositories, which git lists as folders. */
async function nestedIn(git: WorktreeGit): Promise<readonly string[]> {
  const listing = await mustGit(['ls-files', '-z', '--others', '--exclude-standard'], git)
  const folders = listing.split('\0').filter((path) => path.endsWith('/'))
  return folders.map((path) => path.slice(0, -1))
}

/** Pipes and sockets in the place of a tracked file. */
async function oddFiles(git: WorktreeGit): Promise<readonly string[]> {
  const listing = await mustGit(['ls-files', '-z', '--modified'], git)
  const paths = new Set(listing.split('\0').filter((path) => path !== ''))
  return [...paths].filter((path) => kindOf(join(git.in, path)) === 'odd')
}

const writeTree = (git: WorktreeGit): Promise<string> => mustGit([...DURABLY, 'write-tree'], git)

interface Change {
  readonly path: string
  /** The letter of git, such as A. */
  readonly is: string
  readonly mode: string
}

/** The differences between the index and the commit. */
async function changesIn(git: WorktreeGit, parent: CommitId): Promise<readonly Change[]> {
  const words = ['diff-index', '--cached', '-z', '--raw', '--no-renames', parent]
  const fields = (await mustGit(words, git)).split('\0')
  return fields.flatMap((path, at) => {
    const [, mode, , , is] = at % 2 === 1 ? fields[at - 1]!.split(' ') : []
    return mode === undefined || is === undefined ? [] : [{ path, mode, is }]
  })
}

export const gitlinksIn = (rows: readonly IndexRow[]): readonly string[] =>
  rows.filter((row) => row.mode === GITLINK).map((row) => row.path)

/** New nested repositories, which git has just taken for submodules. */
function newLinks(changes: readonly Change[], rows: readonly IndexRow[]): readonly string[] {
  const before = new Set(gitlinksIn(rows))
  const links = changes.filter(({ mode }) => mode === GITLINK).map(({ path }) => path)
  return links.filter((path) => !before.has(path))
}

const sayUnholdable = (path: string): string =>
  `${path} is not delivered, because git holds nothing of that name. It stays in the folder, and goes to .conductor/kept/ when that is cleaned.`

const sayNested = (path: string): string =>
  `${path} is a git repository of its own; it stays in the folder and is not part of the delivery.`

function kindOf(path: string): 'nothing' | 'file' | 'folder' | 'odd' {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'nothing'
  if (stat.isDirectory()) return 'folder'
  return stat.isFile() || stat.isSymbolicLink() ? 'file' : 'odd'
}
