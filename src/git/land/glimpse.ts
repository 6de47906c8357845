/** One worktree as it stands while an agent works in it: committed, uncommitted and untracked. */
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

export interface Glimpse {
  /** As long as this is the same nothing has changed. */
  readonly stamp: string
  /** The branch HEAD is on; null: it is detached. */
  readonly branch: string | null
  /** A commit with everything in it, perhaps only in scratch. */
  readonly commit: CommitId
  /** Against the worktree's base. */
  readonly files: readonly ChangedFile[]
}

/** null: more changed files than that. Throws GitRefused or what the file system says, should something change too much meanwhile. */
export async function glimpse(
  repository: Repository,
  worktree: OpenWorktree,
  scratch: string,
  { last, mostFiles }: { readonly last: Glimpse | undefined; readonly mostFiles: number },
): Promise<Glimpse | null> {
  const git = { ...scratchGit(repository, worktree.path, scratch), gently: true }
  const status = await statusOf(git)
  if (status.paths.length > mostFiles) return null
  const stamp = stampOf(worktree, status)
  if (last?.stamp === stamp) return last
  const commit = await commitOf(git, worktree, status, scratch)
  const files = await changedFiles(worktree.base, commit, git)
  return { stamp, branch: status.branch, commit, files }
}

/** Uncommitted and untracked files included; on no branch. With a git that writes into scratch, only there. */
export async function commitAsItStands(
  git: WorktreeGit,
  worktree: Pick<OpenWorktree, 'path' | 'base'>,
  scratch: string,
): Promise<CommitId> {
  return commitOf(git, worktree, await statusOf(git), scratch)
}

/** Git in a worktree that writes into scratch only. */
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
  // One core is enough for looking.
  const setting = ['-c', 'core.preloadIndex=false']
  const text = await mustGit([...setting, 'status', ...how], git)
  const lines = text.split('\0')
  const said = (key: string): string | null =>
    lines.find((line) => line.startsWith(`# branch.${key} `))?.slice(key.length + 10) ?? null
  const [oid, branch] = [said('oid'), said('head')]
  return {
    text,
    head: oid === null || oid === '(initial)' ? null : commitId(oid),
    branch: branch === '(detached)' ? null : branch,
    paths: lines.flatMap((line) => PATH.exec(line)?.[1] ?? []),
  }
}

/** Of a changed, an unmerged and an untracked file. */
const PATH = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9}|\? )(.+)$/s

/** What git says of a file does not change when a changed file is changed again. */
function stampOf({ path, base }: OpenWorktree, { text, paths }: Status): string {
  const hash = createHash('sha256').update(`${base}\0${text}`)
  for (const file of paths) {
    const stat = lstatSync(join(path, file), { throwIfNoEntry: false, bigint: true })
    hash.update(`\0${stat?.mtimeNs} ${stat?.ctimeNs} ${stat?.size} ${stat?.ino}`)
  }
  return hash.digest('hex')
}

/** Where nothing is uncommitted HEAD says it all. */
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

/** The index is left where it is: the next look reads only what has changed since. */
export function treeOfWorktree(git: WorktreeGit, index: string): Promise<string> {
  const own = git.admin === null ? null : join(git.admin, 'index')
  if (own !== null && existsSync(own) && isOlder(index, own)) copyIndex(own, index)
  return treeIn(git, index)
}

/** An agent that uses git may have told its own index of files that are ignored. */
function isOlder(index: string, own: string): boolean {
  const ours = lstatSync(index, { throwIfNoEntry: false })
  return ours === undefined || ours.mtimeMs <= lstatSync(own).mtimeMs
}

const markOf = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 16)

/** The same content has the same name, so that what was tried with it is known. */
const ALWAYS_THE_SAME = {
  ...AS_NOBODY,
  GIT_AUTHOR_DATE: '@1 +0000',
  GIT_COMMITTER_DATE: '@1 +0000',
}
