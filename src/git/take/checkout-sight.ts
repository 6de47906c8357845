/** Where a branch is checked out, and whether its work tree could follow it without losing anything. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Place } from '../../core/take/result-sight.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { mustGit } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { changedFiles } from '../diff/changed-files.ts'
import { placeOf } from '../land/checked-out.ts'
import { entryAt, unlike } from './compare-files.ts'
import { unwatchedFiles } from './unwatched-files.ts'

/** to: where the branch would be moved to; null: nowhere. */
export async function placeOfBranch(
  repository: Repository,
  branch: string,
  step: { readonly from: CommitId; readonly to: CommitId | null },
): Promise<Place> {
  const folder = placeOf(repository, branch)
  if (folder === null) return { is: 'nowhere' }
  if (!isSameFolder(folder, repository.root)) return { is: 'elsewhere', folder }
  const busy = await underWayIn(repository.root)
  const changed = await changedIn(repository)
  const here = { is: 'here', folder: repository.root, busy, changed } as const
  if (step.to === null) return { ...here, unwatched: [], inTheWay: [] }
  const move = { from: step.from, to: step.to }
  const unwatched = await unwatchedIn(repository, move)
  return { ...here, unwatched, inTheWay: await inTheWayOf(repository, move) }
}

const isSameFolder = (one: string, other: string): boolean =>
  realpathSync(one) === realpathSync(other)

/** The git folder of the user's checkout, with its index and HEAD. */
export const gitFolderOf = async (root: string): Promise<string> =>
  resolve(root, await mustGit(['rev-parse', '--git-dir'], { in: root }))

async function underWayIn(root: string): Promise<string | null> {
  const git = await gitFolderOf(root)
  return UNDER_WAY.find(([file]) => existsSync(join(git, file)))?.[1] ?? null
}

const UNDER_WAY = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisect'],
] as const

/**
 * Files that git tracks and that have changes. A submodule counts only if its change is in the index: its folder is not
 * touched, and after a move it stays where it was.
 */
async function changedIn(repository: Repository): Promise<readonly string[]> {
  const words = ['--porcelain=v2', '-z', '--untracked-files=no', '--no-renames']
  const args = ['status', ...words, '--ignore-submodules=dirty']
  const listing = await mustGit(args, contentGit(repository, repository.root))
  const rows = listing.split('\0').filter(Boolean)
  return rows.filter((row) => !MOVED_SUBMODULE.test(row)).map(pathIn)
}

/** Changed in the work tree and not in the index. */
const MOVED_SUBMODULE = /^1 \.M S/

/** Rows of files that have conflicts have two fields more. */
const pathIn = (row: string): string =>
  row
    .split(' ')
    .slice(row.startsWith('u') ? 10 : 8)
    .join(' ')

interface Move {
  readonly from: CommitId
  readonly to: CommitId
}

/** Files that the move would change, with changes that git was told not to see. */
async function unwatchedIn(repository: Repository, { from, to }: Move): Promise<readonly string[]> {
  const git = contentGit(repository, repository.root)
  const { all } = await unwatchedFiles(git)
  if (all.size === 0) return []
  const files = (await changedFiles(from, to, git)).filter(({ path }) => all.has(path))
  const present = files.filter(({ path }) => entryAt(join(repository.root, path)) !== null)
  const changed = present.length === 0 ? new Set() : await unlike(git, from)
  return present.map(({ path }) => path).filter((path) => changed.has(path))
}

/** Files that git does not track, ignored or not, where the new commit has a file: they would be overwritten. */
async function inTheWayOf(repository: Repository, { from, to }: Move): Promise<readonly string[]> {
  const git = contentGit(repository, repository.root)
  const files = await changedFiles(from, to, git)
  const gone = new Set(files.filter(({ is }) => is === 'deleted').map(({ path }) => lower(path)))
  const occupants = files
    .filter(({ path, is }) => is === 'added' && !gone.has(lower(path)))
    .flatMap(({ path }) => occupantOf(repository.root, path) ?? [])
  if (occupants.length === 0) return []
  // Where a folder of tracked files becomes a file, only what git does not track there is in the way.
  const untracked = ['ls-files', '--others', '-z', '--', ...new Set(occupants)]
  const environment = { ...git.environment, GIT_LITERAL_PATHSPECS: '1' }
  const listing = await mustGit(untracked, { ...git, environment })
  return listing.split('\0').filter(Boolean)
}

/** A change of upper and lower case is no second file on a disk that does not know the difference. */
const lower = (path: string): string => path.toLowerCase()

/** What is on the disk at this path, or where a folder above it would have to be; null: nothing. */
function occupantOf(root: string, path: string): string | null {
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const stat = entryAt(join(root, above))
    if (stat !== null && !stat.isDirectory()) return above
  }
  return entryAt(join(root, path)) === null ? null : path
}
