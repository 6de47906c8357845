/** Gives a folder that its lane does not need any more to another lane: the same as a new one, but ready sooner. */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { WorktreeRequest } from '../../conduct/worktree-ports.ts'
import { freeName } from './free-name.ts'
import type { Contents } from '../keep/inspect-worktree.ts'
import { leaveBranchOf } from './leave-branch.ts'
import { dropWorktree, newRecord, type Made } from './make-worktree.ts'
import { mustGit, mustGits } from '../call/git-command.ts'
import { pointTo } from '../call/registered-worktrees.ts'
import { contentGit } from '../call/repository.ts'
import { removeSecured } from './remove-worktree.ts'
import { secureWorktree, type Safe } from '../keep/secure-worktree.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import type { Site } from './worktree-site.ts'

export type TakenOver =
  | ({ readonly is: 'taken' } & Made)
  /** The folder could not be made like new, and was removed. */
  | { readonly is: 'removed'; readonly notes: readonly string[] }
  /** The folder stays as it is; why: a sentence without its subject. */
  | { readonly is: 'left'; readonly why: string }

export async function takeOverWorktree(
  site: Site,
  old: WorktreeRecord,
  request: WorktreeRequest,
): Promise<TakenOver> {
  const secured = await secureWorktree(site, old, 'stays')
  if (!secured.ok) return { is: 'left', why: secured.why }
  const { contents, admin, notes } = secured
  if (isPeculiar(admin)) {
    await removeSecured(site, secured.record, admin)
    return { is: 'removed', notes }
  }
  const moved = await site.lock.hold(() => move(site, secured, request))
  try {
    await renew(site, moved.record, contents, ['-b', moved.record.branch, request.from])
  } catch (error) {
    await dropWorktree(site, moved.record)
    throw error
  }
  return { is: 'taken', record: moved.record, notes: [...notes, ...moved.notes] }
}

/** The worktree has settings or submodules of its own, which would stay; git does not move submodules either. */
const isPeculiar = (admin: string): boolean =>
  ['config.worktree', 'info/sparse-checkout', 'modules'].some((name) =>
    existsSync(join(admin, name)),
  )

/** The caller holds the lock. The branch of the previous lane stays, if it still exists. */
async function move(
  site: Site,
  { record: old, admin, contents: { head, branch } }: Safe,
  request: WorktreeRequest,
): Promise<Made> {
  const { notes, ...name } = await freeName(site, request.lane, request.run)
  if (branch !== null) await mustGit(['update-ref', '--no-deref', 'HEAD', head], { in: old.path })
  const record = site.records.write(newRecord(request, name))
  renameSync(old.path, name.path)
  pointTo(admin, name.path)
  await leaveBranchOf(site, old)
  return { record, notes }
}

/**
 * Puts a secured worktree on a commit, with nothing else in it. Ignored folders may be large, so they are
 * deleted later.
 */
export async function renew(
  site: Site,
  { path }: WorktreeRecord,
  { ignoredFolders }: Contents,
  branch: readonly string[],
): Promise<void> {
  site.removals.removeAll(ignoredFolders.map((folder) => join(path, folder)))
  await mustGits(RENEW, branch, contentGit(site.repository, path))
}

const RENEW = [
  'git checkout --quiet --force --no-track --no-recurse-submodules "$@" --',
  'git clean --quiet -ffdx',
].join(' && ')
