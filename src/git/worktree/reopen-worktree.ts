/** Goes on in the worktree a lane had: as it stands, or put right first when someone has changed it. */
import type { CommitId } from '../../core/value/ids.ts'
import type { WorktreeRequest } from '../../conduct/worktree-ports.ts'
import { dropWorktree } from './make-worktree.ts'
import { baseOf, commitAt, isAncestor, tipOf } from '../call/commits.ts'
import { mustGit } from '../call/git-command.ts'
import { mendHead } from './mend-worktree.ts'
import { folderOf, isFolder, pointTo, standingAt } from '../call/registered-worktrees.ts'
import { contentGit } from '../call/repository.ts'
import { CannotOpen } from './why-not-opened.ts'
import { reattachWorktree, restoreWorktree, type Reopened } from './restore-worktree.ts'
import { checkpoint, secureWorktree } from '../keep/secure-worktree.ts'
import { renew } from './reuse-worktree.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import type { Site } from './worktree-site.ts'

export async function reopenWorktree(
  site: Site,
  record: WorktreeRecord,
  request: WorktreeRequest,
): Promise<Reopened> {
  if (record.status === 'opening') {
    await dropWorktree(site, record)
    return { is: 'lost', from: request.from, base: request.from, notes: [] }
  }
  if (request.start === 'as-it-is' && isAway(site, record)) return leftAway(site, record, request)
  const back = await broughtBack(site, record, request)
  if (back.is === 'lost') return back
  const reopened =
    record.status === 'pooled' && !back.bare
      ? await forward(site, record, request)
      : request.start === 'fresh'
        ? await afresh(site, record, request)
        : request.start === 'as-it-is'
          ? await asItIs(site, record, request)
          : await onwards(site, record, request)
  const { task, attempt } = request
  const { base } = reopened
  const bare = back.bare || reopened.bare
  const rulesFrom = bare ? base : (record.rulesFrom ?? record.base)
  return {
    is: 'reopened',
    record: { ...record, task, attempt, base, rulesFrom, tip: null, usedAt: Date.now() },
    notes: [...back.notes, ...reopened.notes],
    bare,
  }
}

/** Somebody has taken it away; where we have given it to another lane the branch holds everything. */
function isAway({ repository }: Site, { path, status }: WorktreeRecord): boolean {
  const { is } = standingAt(path, repository)
  return status !== 'branch-only' && (is === 'gone' || is === 'foreign')
}

/** Nothing is made again: whoever seals it is to see what has become of it. */
async function leftAway(
  { repository }: Site,
  record: WorktreeRecord,
  { from, task, attempt }: WorktreeRequest,
): Promise<Reopened> {
  const base = await measuredFrom(
    repository.root,
    record,
    from,
    await tipOf(record.branch, repository.root),
  )
  return { is: 'reopened', record: { ...record, task, attempt, base }, notes: [], bare: false }
}

/** The folder is where it was, and git knows it. */
async function broughtBack(
  site: Site,
  record: WorktreeRecord,
  request: WorktreeRequest,
): Promise<Reopened> {
  const { path } = record
  const standing = standingAt(path, site.repository)
  switch (standing.is) {
    case 'there':
      tellWhere(standing.admin, path)
      mendHead(standing.admin, record.branch)
      return { is: 'reopened', record, notes: [], bare: false }
    case 'unregistered':
      await reattachWorktree(site, record)
      return {
        is: 'reopened',
        record,
        notes: [`git had forgotten the worktree ${path}; it knows it again`],
        bare: false,
      }
    case 'gone':
      return restoreWorktree(site, record, request)
    case 'foreign':
      return restoreWorktree(site, record, request)
  }
}

/** It had been moved away, and is back. */
function tellWhere(admin: string, path: string): void {
  const known = folderOf(admin)
  if (known !== null && known !== path && !isFolder(known)) pointTo(admin, path)
}

interface Place {
  readonly base: CommitId
  readonly notes: readonly string[]
  readonly bare: boolean
}

/** The next task of a lane whose work has landed. */
async function forward(
  site: Site,
  record: WorktreeRecord,
  { from }: WorktreeRequest,
): Promise<Place> {
  const { notes, contents } = await mustCheckpoint(site, record)
  if (!(await isAncestor(contents.head, from, record.path))) return afresh(site, record, { from })
  await moveTo(site, record, from)
  return { base: from, notes, bare: false }
}

/** Somebody is about to seal it. */
async function asItIs(
  { repository }: Site,
  record: WorktreeRecord,
  { from }: WorktreeRequest,
): Promise<Place> {
  const { path } = record
  const standing = standingAt(path, repository)
  if (standing.is !== 'there') throw new CannotOpen(`${path} has just gone`)
  const head = await commitAt('HEAD', { in: path })
  return { base: await measuredFrom(path, record, from, head), notes: [], bare: false }
}

/** Against the target, unless that has all of it. */
async function measuredFrom(
  folder: string,
  { base }: WorktreeRecord,
  from: CommitId,
  head: CommitId | null,
): Promise<CommitId> {
  const isBehind = head === null || (await isAncestor(head, from, folder))
  return isBehind ? base : baseOf(folder, from, head)
}

async function onwards(
  site: Site,
  record: WorktreeRecord,
  { from }: WorktreeRequest,
): Promise<Place> {
  const { notes, contents } = await mustCheckpoint(site, record)
  if (await isAncestor(contents.head, from, record.path)) {
    if (contents.head !== from) await moveTo(site, record, from)
    return { base: from, notes, bare: false }
  }
  return { base: await baseOf(record.path, from, contents.head), notes, bare: false }
}

async function afresh(
  site: Site,
  record: WorktreeRecord,
  { from }: Pick<WorktreeRequest, 'from'>,
): Promise<Place> {
  const secured = await secureWorktree(site, record, { movesTo: from })
  if (!secured.ok) throw new CannotOpen(`${record.path} ${secured.why}`)
  await renew(site, record, secured.contents, ['-B', record.branch, from])
  return { base: from, notes: secured.notes, bare: true }
}

async function mustCheckpoint(site: Site, record: WorktreeRecord) {
  const standing = standingAt(record.path, site.repository)
  if (standing.is !== 'there') throw new CannotOpen(`${record.path} has just gone`)
  const sealed = await checkpoint(site, record, standing.admin)
  if (!sealed.ok) throw new CannotOpen(`${record.path} ${sealed.why}`)
  return sealed
}

/** All of it is in `from`, and nothing is uncommitted; what is ignored stays. */
async function moveTo(
  { repository }: Site,
  { path, branch }: WorktreeRecord,
  from: CommitId,
): Promise<void> {
  const words = ['checkout', '--quiet', '--force', '--no-track', '--no-recurse-submodules']
  await mustGit([...words, '-B', branch, from, '--'], contentGit(repository, path))
}
