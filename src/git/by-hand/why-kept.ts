/** Tells why a worktree must stay: a sentence about the work that only it holds, or null. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitId } from '../../core/value/ids.ts'
import { inspectWorktree } from '../keep/inspect-worktree.ts'
import { withWork } from '../keep/nested-repositories.ts'
import { commitAt, isAncestor, objectsAt, tipOf } from '../call/commits.ts'
import { askGit, mustGit, type GitOptions } from '../call/git-command.ts'
import { adminOf, standingAt, type Standing } from '../call/registered-worktrees.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'

/** Where the work of a worktree may be besides. */
export interface Elsewhere {
  /** The branches of all our worktrees; work that is only on them has not landed anywhere. */
  readonly lanes: ReadonlySet<string>
  /** Commits of the remote that were fetched and that no branch here has to have. */
  readonly remote?: readonly CommitId[]
}

export async function whyKept(
  repository: Repository,
  record: WorktreeRecord,
  elsewhere: Elsewhere,
): Promise<string | null> {
  if (record.status === 'opening') return null
  const standing = folderOf(record, repository)
  const inFolder = await workInFolder(repository, record, standing)
  if (inFolder !== null) return inFolder
  const tips = [
    await tipOf(record.branch, repository.root),
    standing.is === 'there' ? await commitAt('HEAD', { in: record.path }) : null,
  ]
  for (const tip of tips)
    if (tip !== null && !(await isHeldElsewhere(repository, tip, elsewhere)))
      return `branch ${record.branch} has work that has not landed`
  return null
}

/** When only the branch is left, whatever stands in the old place is not ours. */
export const folderOf = (
  { path, status }: Pick<WorktreeRecord, 'path' | 'status'>,
  repository: Repository,
): Standing => (status === 'branch-only' ? { is: 'gone' } : standingAt(path, repository))

async function workInFolder(
  repository: Repository,
  record: WorktreeRecord,
  standing: Standing,
): Promise<string | null> {
  switch (standing.is) {
    case 'there':
      return workInWorktree(repository, record, standing.admin)
    case 'unregistered':
      return 'git has forgotten it, so it is unknown which of its files are committed'
    case 'foreign':
      return 'something else stands there, which is not removed; move it away first'
    case 'gone':
      return isLockedAway(repository, record) ? LOCKED : null
  }
}

const LOCKED = 'it has been locked with `git worktree lock`'

/** The folder is elsewhere for now, as on a disk that is not connected. */
function isLockedAway(repository: Repository, { path, status }: WorktreeRecord): boolean {
  const admin = status === 'branch-only' ? null : adminOf(path, repository)
  return admin !== null && existsSync(join(admin, 'locked'))
}

async function workInWorktree(
  repository: Repository,
  record: WorktreeRecord,
  admin: string,
): Promise<string | null> {
  if (existsSync(join(admin, 'locked'))) return LOCKED
  if (record.status === 'manual')
    return `it was made by hand; \`conductor worktrees remove ${record.lane}\` removes it`
  if (record.tip === null) return 'its last attempt may have left work in it that is not committed'
  const contents = await inspectWorktree(repository, record.path, admin)
  if (contents.dirty) return 'it has changes that are not committed'
  const [nested] = await withWork(record.path, contents.repositories)
  return nested === undefined
    ? null
    : `it has a repository of its own in ${nested}, with work in it`
}

async function isHeldElsewhere(
  repository: Repository,
  commit: CommitId,
  { lanes, remote = [] }: Elsewhere,
): Promise<boolean> {
  const words = ['for-each-ref', '--format=%(refname)', `--contains=${commit}`]
  const listing = await mustGit([...words, 'refs/heads', 'refs/conductor/rescue'], {
    in: repository.root,
  })
  const refs = listing.split('\n').filter(Boolean)
  if (refs.some((ref) => !isLane(ref, lanes))) return true
  for (const tip of remote) if (await isAncestor(commit, tip, repository.root)) return true
  return hasLandedOtherwise(repository, commit, { lanes, remote })
}

const isLane = (ref: string, lanes: ReadonlySet<string>): boolean =>
  lanes.has(ref.replace(/^refs\/heads\//, ''))

/** Some repositories have many branches, and the newest are the most likely. */
const MOST_TRIED = 30

/** Whether the work has landed as a squashed commit or by cherry-picks: then merging it would change nothing. */
async function hasLandedOtherwise(
  repository: Repository,
  commit: CommitId,
  { lanes, remote = [] }: Elsewhere,
): Promise<boolean> {
  const words = ['for-each-ref', '--sort=-committerdate', '--format=%(refname) %(tree)']
  const listing = await mustGit([...words, 'refs/heads', 'refs/remotes'], { in: repository.root })
  const refs = listing
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([ref, tree]) => ref && tree && !isLane(ref, lanes))
  const git = contentGit(repository, repository.root)
  for (const [ref, tree] of [...(await withTrees(remote, git)), ...refs.slice(0, MOST_TRIED)]) {
    const merged = await askGit(['merge-tree', '--write-tree', ref, commit], git)
    if (merged.code === 0 && merged.stdout.trim() === tree) return true
  }
  return false
}

async function withTrees(
  commits: readonly CommitId[],
  git: GitOptions,
): Promise<readonly (readonly [string, string])[]> {
  if (commits.length === 0) return []
  const names = commits.map((commit) => `${commit}^{tree}`)
  const trees = await objectsAt(names, git)
  return commits.flatMap((commit, at) => (trees[at] == null ? [] : [[commit, trees[at]] as const]))
}
