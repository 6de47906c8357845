/** The never-lose rule: before a worktree is cleaned, moved or removed, all work in it is safe somewhere else. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Hindrance } from '../../core/run/hindrance.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { inspectWorktree, type Contents } from './inspect-worktree.ts'
import { keepIgnored } from './keep-ignored.ts'
import { withWork } from './nested-repositories.ts'
import { isAncestor, tipOf } from '../call/commits.ts'
import { mustGit } from '../call/git-command.ts'
import { standingAt } from '../call/registered-worktrees.ts'
import { rescue } from './rescue.ts'
import type { Sealed } from '../../conduct/worktree-ports.ts'
import { sealWorktree } from './seal-worktree.ts'
import { sharedRulesIn } from './shared-rules.ts'
import { clearLocks } from './stale-locks.ts'
import { mendHead, setDamagedIndexAside } from '../worktree/mend-worktree.ts'
import { worktreeGit } from '../worktree/worktree-git.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'
import { worktreeOf, type Site } from '../worktree/worktree-site.ts'

export interface Safe {
  readonly ok: true
  /** The record as it is now: a spare folder in which work was found is no spare any more. */
  readonly record: WorktreeRecord
  /** The folder that git keeps about the worktree. */
  readonly admin: string
  /** The contents after everything was committed. */
  readonly contents: Contents
  readonly notes: readonly string[]
}

export type Secured =
  | Safe
  /** Nothing was changed; why: a sentence without its subject. */
  | { readonly ok: false; readonly why: string; readonly hindrance?: Hindrance | null }

/** Whether the branch stays or moves afterwards. */
export type Fate = 'stays' | { readonly movesTo: CommitId }

/** Afterwards the caller may delete everything in the folder, and move the branch if it said so. */
export async function secureWorktree(
  site: Site,
  record: WorktreeRecord,
  branch: Fate,
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
  const ref = await keepReachable(site, sealed.record, sealed.contents.head, branch)
  const kept = await keepIgnored(site, record, sealed.contents)
  const notes = [
    ...sealed.notes,
    ...(ref === null ? [] : [`earlier work of ${record.lane} is kept as ${ref}`]),
    ...(kept.in === null ? [] : [`ignored files of ${record.lane} are kept in ${kept.in}`]),
  ]
  return { ...sealed, contents: kept.contents, notes }
}

/** Commits everything on the worktree's own branch. The files in the folder do not change. */
export async function checkpoint(
  site: Site,
  record: WorktreeRecord,
  admin: string,
): Promise<Secured> {
  const { path, branch } = record
  const locks = await clearLocks({ repository: site.repository, admin, branch })
  const notes = locks.map((lock) => `a stale ${lock} was removed from ${path}`)
  const contents = await mendedContents(site, record, admin)
  const isSealed = record.tip !== null && !contents.dirty && isInPlace(record, contents)
  if (isSealed) return { ok: true, record, admin, contents, notes }
  const sealed = await sealLeft(site, record)
  if (!sealed.ok) {
    const { reason, hindrance = null } = sealed
    return { ok: false, why: `cannot be sealed: ${reason}`, hindrance }
  }
  const head = commitId(await mustGit(['rev-parse', 'HEAD'], { in: record.path }))
  const status = record.status === 'pooled' ? 'kept' : record.status
  return {
    ok: true,
    record: { ...record, status, tip: head },
    admin,
    contents: { ...contents, head, branch: record.branch, dirty: false },
    notes: [...notes, ...sealed.notes],
  }
}

/** A damaged index is moved aside here, and made anew when the worktree is sealed. */
async function mendedContents(
  { repository }: Site,
  { path, branch }: WorktreeRecord,
  admin: string,
): Promise<Contents> {
  mendHead(admin, branch)
  try {
    return await inspectWorktree(repository, path, admin)
  } catch (error) {
    if (!(await setDamagedIndexAside(worktreeGit(repository, path)))) throw error
    return inspectWorktree(repository, path, admin)
  }
}

/** The branch of a pooled worktree is deleted, so its HEAD is detached. */
const isInPlace = (record: WorktreeRecord, { branch, head }: Contents): boolean =>
  record.status === 'pooled' ? branch === null && head === record.tip : branch === record.branch

/** Seals the worktree as it was left; also when the folder is gone. */
export const sealLeft = (site: Site, record: WorktreeRecord): Promise<Sealed> =>
  sealWorktree(
    site.repository,
    worktreeOf(site, record),
    {
      run: record.run,
      task: record.task,
      attempt: record.attempt,
      subject: `Unfinished work on ${record.task ?? record.lane}`,
      succeeded: false,
      folder: record,
    },
    sharedRulesIn(site.home, record.run),
  )

/**
 * Rescues HEAD if it would become unreachable. A branch that stays keeps it, and the work of a pooled
 * worktree was in the target when it was released.
 */
async function keepReachable(
  { repository }: Site,
  record: WorktreeRecord,
  head: CommitId,
  branch: Fate,
): Promise<string | null> {
  if (record.status === 'pooled') return null
  const isKept =
    branch === 'stays'
      ? (await tipOf(record.branch, repository.root)) === head
      : await isAncestor(head, branch.movesTo, repository.root)
  if (isKept) return null
  const { run, lane, attempt } = record
  return rescue(repository, [head], { run, lane, attempt, why: 'its worktree was started afresh' })
}
