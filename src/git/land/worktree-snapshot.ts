/** A snapshot of one worktree while an agent works in it: committed, uncommitted and untracked files. */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenWorktree } from '../../conduct/worktree-ports.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { AS_NOBODY } from '../call/identity.ts'
import { changedFiles, type ChangedFile } from '../diff/changed-files.ts'
import { copyIndex } from '../call/copy-index.ts'
import { mustGit, type GitOptions } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { scratchObjects, treeIn } from '../call/scratch-tree.ts'
import { worktreeGit, type WorktreeGit } from '../worktree/worktree-git.ts'
import { mergeHeads } from '../worktree/worktree-state.ts'

export interface WorktreeSnapshot {
  /** As long as the stamp is the same, nothing has changed. */
  readonly stamp: string
  /** The branch HEAD is on; null: it is detached. */
  readonly branch: string | null
  /** A commit with everything in the worktree; it may exist only in scratch. */
  readonly commit: CommitId
  /** The changed files, compared with the worktree's base. */
  readonly files: readonly ChangedFile[]
}

/**
 * null: more than mostFiles files have changed. Throws GitRefused or an error of the file system when too
 * much changes while git reads.
 */
export async function snapshotOf(
  repository: Repository,
  worktree: OpenWorktree,
  scratch: string,
  { last, mostFiles }: { readonly last: WorktreeSnapshot | undefined; readonly mostFiles: number },
): Promise<WorktreeSnapshot | null> {
  const git = { ...scratchGit(repository, worktree.path, scratch), gently: true }
  const status = await statusOf(git)
  if (status.paths.length > mostFiles) return null
  const stamp = stampOf(worktree, status)
  if (last?.stamp === stamp) return last
  const commit = await commitOf(git, worktree, status, scratch)
  const files = await changedFiles(worktree.base, commit, git)
  return { stamp, branch: status.branch, commit, files }
}

/**
 * A commit of the worktree as it stands, with uncommitted and untracked files, on no branch. A git from
 * scratchGit writes it only into scratch.
 */
export async function commitAsItStands(
  git: WorktreeGit,
  worktree: Pick<OpenWorktree, 'path' | 'base'>,
  scratch: string,
): Promise<CommitId> {
  return commitOf(git, worktree, await statusOf(git), scratch)
}

/** A git for a worktree that writes only into scratch. */
export function scratchGit(repository: Repository, path: string, scratch: string): WorktreeGit {
  const git = worktreeGit(repository, path)
  const objects = scratchObjects(join(scratch, 'objects'), join(repository.common, 'objects'))
  return { ...git, environment: { ...git.environment, ...objects } }
}

interface Status {
  readonly text: string
  /** null: HEAD stands on no commit. */
  readonly head: CommitId | null
  readonly branch: string | null
  readonly paths: readonly string[]
}

async function statusOf(git: GitOptions): Promise<Status> {
  const how = ['--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames']
  // One core is enough for a look.
  const setting = ['-c', 'core.preloadIndex=false']
  const text = await mustGit([...setting, 'status', ...how], git)
  const lines = text.split('\0')
  const header = (key: string): string | null =>
    lines.find((line) => line.startsWith(`# branch.${key} `))?.slice(key.length + 10) ?? null
  const [oid, branch] = [header('oid'), header('head')]
  return {
    text,
    head: oid === null || oid === '(initial)' ? null : commitId(oid),
    branch: branch === '(detached)' ? null : branch,
    paths: lines.flatMap((line) => PATH.exec(line)?.[1] ?? []),
  }
}

/** Matches the row of a changed, an unmerged or an untracked file. */
const PATH = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9}|\? )(.+)$/s

/** Includes times and sizes: the status of a changed file stays the same when the file is changed again. */
function stampOf({ path, base }: OpenWorktree, { text, paths }: Status): string {
  const hash = createHash('sha256').update(`${base}\0${text}`)
  for (const file of paths) {
    const stat = lstatSync(join(path, file), { throwIfNoEntry: false, bigint: true })
    hash.update(`\0${stat?.mtimeNs} ${stat?.ctimeNs} ${stat?.size} ${stat?.ino}`)
  }
  return hash.digest('hex')
}

/** When nothing is uncommitted, this is HEAD itself. */
async function commitOf(
  git: WorktreeGit,
  { path, base }: Pick<OpenWorktree, 'path' | 'base'>,
  { head, paths }: Status,
  scratch: string,
): Promise<CommitId> {
  if (paths.length === 0 && head !== null) return head
  const tree = await treeOfWorktree(git, join(scratch, `index-${markOf(path)}`))
  const merging = git.admin === null ? [] : mergeHeads(git.admin)
  const parents = [...new Set([base, head ?? base, ...merging])].flatMap((id) => ['-p', id])
  const environment = { ...git.environment, ...ALWAYS_THE_SAME }
  const words = ['commit-tree', '--no-gpg-sign', ...parents, '-m', 'as it stands', tree]
  return commitId(await mustGit(words, { ...git, environment }))
}

/** The index stays in scratch, so that the next look reads only what has changed since. */
export function treeOfWorktree(git: WorktreeGit, index: string): Promise<string> {
  const own = git.admin === null ? null : join(git.admin, 'index')
  if (own !== null && existsSync(own) && isOlder(index, own)) copyIndex(own, index)
  return treeIn(git, index)
}

/** Copied again when the agent's index is newer: the agent may have added ignored files to its own index. */
function isOlder(index: string, own: string): boolean {
  const ours = lstatSync(index, { throwIfNoEntry: false })
  return ours === undefined || ours.mtimeMs <= lstatSync(own).mtimeMs
}

const markOf = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 16)

/** The same content gets the same commit id, so that merges tried with it before need not be tried again. */
const ALWAYS_THE_SAME = {
  ...AS_NOBODY,
  GIT_AUTHOR_DATE: '@1 +0000',
  GIT_COMMITTER_DATE: '@1 +0000',
}
