/** Where a branch is checked out, and whether its work tree could follow it without losing anything. */
import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Place } from '../../core/take/result-sight.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { mustGit } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { changedFiles } from '../diff/changed-files.ts'
import { placeOf } from '../land/checked-out.ts'

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
  const inTheWay = step.to === null ? [] : await inTheWayOf(repository, { ...step, to: step.to })
  return { is: 'here', folder: repository.root, busy, changed, inTheWay }
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

/** Files that git tracks and that have changes. Work inside a submodule does not count: it is not touched. */
async function changedIn(repository: Repository): Promise<readonly string[]> {
  const words = ['--porcelain', '-z', '--untracked-files=no', '--no-renames']
  const args = ['status', ...words, '--ignore-submodules=dirty']
  const listing = await mustGit(args, contentGit(repository, repository.root))
  return listing
    .split('\0')
    .filter(Boolean)
    .map((row) => row.slice(3))
}

/** Files that git does not track, ignored or not, where the new commit has a file: they would be overwritten. */
async function inTheWayOf(
  repository: Repository,
  { from, to }: { readonly from: CommitId; readonly to: CommitId },
): Promise<readonly string[]> {
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

/** null: there is nothing, or a file where a folder would have to be. A link is not followed. */
export function entryAt(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch (error) {
    if (!NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return null
  }
}

const NOT_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])
