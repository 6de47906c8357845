/** The never-lose rule: before a worktree is cleaned, moved or removed, all work in it is somewhere else. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commitId, type CommitId } from '../core/ids.ts'
import { inspectWorktree, type Contents } from './inspect-worktree.ts'
import { keepLooseFiles } from './loose-files.ts'
import { withWork } from './nested-repositories.ts'
import { isAncestor, quietGit, tipOf } from './quiet-git.ts'
import { standingAt } from './registered-worktrees.ts'
import { rescue } from './rescue.ts'
import { sealWorktree } from './seal-worktree.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import { worktreeOf, type Site } from './worktree-site.ts'

export type Secured =
  | {
      readonly ok: true
      readonly admin: string
      /** After everything was committed. */
      readonly contents: Contents
      readonly notes: readonly string[]
    }
  /** Nothing was changed; a sentence without its subject. */
  | { readonly ok: false; readonly why: string }

/** Everything that is in the folder may go afterwards, and the branch elsewhere if it moves. */
export async function secureWorktree(
  site: Site,
  record: WorktreeRecord,
  branch: 'stays' | 'moves',
): Promise<Secured> {
  const standing = standingAt(record.path, site.repository)
  if (standing.is !== 'there') return { ok: false, why: 'is no worktree of this repository' }
  if (existsSync(join(standing.admin, 'locked')))
    return { ok: false, why: 'has been locked with `git worktree lock`' }
  const sealed = await checkpoint(site, record, standing.admin)
  if (!sealed.ok) return sealed
  const [nested] = await withWork(record.path, sealed.contents.repositories)
  if (nested !== undefined)
    return { ok: false, why: `has a repository of its own in ${nested}, with work in it` }
  const ref = await keepReachable(site, record, sealed.contents.head, branch)
  const kept = await keepLooseFiles(site.home, {
    path: record.path,
    files: sealed.contents.ignoredFiles,
    since: record.handedOverAt,
  })
  const notes = [
    ...sealed.notes,
    ...(ref === null ? [] : [`earlier work of ${record.lane} is kept as ${ref}`]),
    ...(kept === null ? [] : [`ignored files of ${record.lane} are kept in ${kept}`]),
  ]
  return { ...sealed, notes }
}

/** On its own branch, with everything committed. What stands in the folder does not change. */
export async function checkpoint(
  site: Site,
  record: WorktreeRecord,
  admin: string,
): Promise<Secured> {
  const notes = clearLocks(site, record, admin)
  const contents = await inspectWorktree(record.path, admin)
  const isOnBranch = contents.branch === record.branch || record.status === 'pooled'
  if (isOnBranch && !contents.dirty) return { ok: true, admin, contents, notes }
  const moved = contents.branch === record.branch ? [] : await putOnBranch(site, record, contents)
  clearOperations(admin)
  const sealed = contents.dirty ? await seal(site, record) : null
  if (sealed?.ok === false) return { ok: false, why: `cannot be sealed: ${sealed.reason}` }
  const head = commitId(await quietGit(['rev-parse', 'HEAD'], { in: record.path }))
  const after = { ...contents, head, branch: record.branch, dirty: false }
  return { ok: true, admin, contents: after, notes: [...notes, ...moved, ...(sealed?.notes ?? [])] }
}

const seal = async (site: Site, record: WorktreeRecord) =>
  sealWorktree(site.repository, worktreeOf(site, record), {
    run: record.run,
    task: record.task,
    attempt: record.attempt,
    subject: `Unfinished work on ${record.task}`,
    succeeded: false,
  })

/** Nobody of ours works there now, so whoever made them has crashed. */
function clearLocks(
  { repository }: Site,
  { branch, path }: WorktreeRecord,
  admin: string,
): readonly string[] {
  const own = ['index.lock', 'HEAD.lock', 'logs/HEAD.lock'].map((name) => join(admin, name))
  const locks = [...own, join(repository.common, 'refs', 'heads', `${branch}.lock`)]
  const found = locks.filter((lock) => existsSync(lock))
  for (const lock of found) rmSync(lock)
  return found.map((lock) => `removed ${lock}, which a git that crashed in ${path} had left`)
}

/** HEAD was moved by hand. Its commit becomes that of the branch; where the branch was is kept. */
async function putOnBranch(
  site: Site,
  record: WorktreeRecord,
  contents: Contents,
): Promise<readonly string[]> {
  const { branch, path } = record
  const tip = await tipOf(branch, path)
  const where = contents.branch === null ? 'a detached HEAD' : `branch ${contents.branch}`
  const ref = tip === null ? null : await keepUnheld(site, record, tip, contents.head)
  await quietGit(['update-ref', `refs/heads/${branch}`, contents.head, tip ?? ''], { in: path })
  await quietGit(['symbolic-ref', 'HEAD', `refs/heads/${branch}`], { in: path })
  const was = ref === null ? '' : `; what ${branch} held is kept as ${ref}`
  return [`${path} was on ${where}; it is on ${branch} again, with what it held${was}`]
}

async function keepUnheld(
  { repository }: Site,
  record: WorktreeRecord,
  tip: CommitId,
  head: CommitId,
): Promise<string | null> {
  if (await isAncestor(tip, head, record.path)) return null
  const { run, lane, attempt } = record
  return rescue(repository, [tip], { run, lane, attempt, why: 'HEAD was moved to something else' })
}

/** A rebase or a merge that nobody goes on with; its files and commits stay. */
function clearOperations(admin: string): void {
  for (const name of ['rebase-merge', 'rebase-apply', 'sequencer', 'BISECT_LOG', 'BISECT_START'])
    rmSync(join(admin, name), { recursive: true, force: true })
}

/** A branch that stays keeps it; the work of a pooled worktree was in the target when it was released. */
async function keepReachable(
  { repository }: Site,
  record: WorktreeRecord,
  head: CommitId,
  branch: 'stays' | 'moves',
): Promise<string | null> {
  if (record.status === 'pooled' && head === record.tip) return null
  if (branch === 'stays' && (await tipOf(record.branch, repository.root)) === head) return null
  const { run, lane, attempt } = record
  return rescue(repository, [head], { run, lane, attempt, why: 'its worktree was started afresh' })
}
