/** Reopens the worktree that a lane had: as it stands, or repaired first when someone has changed it. */
import { HinderedBy } from '../../core/run/hindrance.ts'
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
import { checkpoint, secureWorktree, type Secured } from '../keep/secure-worktree.ts'
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

/**
 * Whether someone has taken the folder away. When we have given it to another lane (branch-only), the
 * branch holds everything.
 */
function isAway({ repository }: Site, { path, status }: WorktreeRecord): boolean {
  const { is } = standingAt(path, repository)
  return status !== 'branch-only' && (is === 'gone' || is === 'foreign')
}

/** Makes nothing again: the seal that follows shall see what has become of the folder. */
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

/** Makes sure that the folder is in its place and that git knows it. */
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

/** Corrects git when the folder had been moved away and is back. */
function tellWhere(admin: string, path: string): void {
  const registeredFolder = folderOf(admin)
  if (registeredFolder !== null && registeredFolder !== path && !isFolder(registeredFolder))
    pointTo(admin, path)
}

interface Place {
  readonly base: CommitId
  readonly notes: readonly string[]
  readonly bare: boolean
}

/** For the next task of a lane whose work has landed. */
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

/** Leaves the worktree as it is, because it is about to be sealed. */
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

/** The base to compare with: where the work parts from the target, unless the target has all of it. */
async function measuredFrom(
  folder: string,
  { base }: WorktreeRecord,
  from: CommitId,
  head: CommitId | null,
): Promise<CommitId> {
  const isBehind = head === null || (await isAncestor(head, from, folder))
  return isBehind ? base : partsAt(folder, base, from, head)
}

/** In a stack the work was begun on work of others that is not in the target, or is there only in part. */
async function partsAt(
  folder: string,
  base: CommitId,
  from: CommitId,
  head: CommitId,
): Promise<CommitId> {
  const parts = await baseOf(folder, from, head)
  const isBelow = (await isAncestor(parts, base, folder)) && (await isAncestor(base, head, folder))
  return isBelow ? base : parts
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
  const base = await partsAt(record.path, record.base, from, contents.head)
  return { base, notes, bare: false }
}

async function afresh(
  site: Site,
  record: WorktreeRecord,
  { from }: Pick<WorktreeRequest, 'from'>,
): Promise<Place> {
  const secured = await secureWorktree(site, record, { movesTo: from })
  if (!secured.ok) throw cannotOpen(record, secured)
  await renew(site, record, secured.contents, ['-B', record.branch, from])
  return { base: from, notes: secured.notes, bare: true }
}

async function mustCheckpoint(site: Site, record: WorktreeRecord) {
  const standing = standingAt(record.path, site.repository)
  if (standing.is !== 'there') throw new CannotOpen(`${record.path} has just gone`)
  const sealed = await checkpoint(site, record, standing.admin)
  if (!sealed.ok) throw cannotOpen(record, sealed)
  return sealed
}

/** A hindrance goes on being one: the caller tries again, and the task has not failed. */
const cannotOpen = (
  { path }: WorktreeRecord,
  { why, hindrance = null }: Secured & { readonly ok: false },
): CannotOpen =>
  new CannotOpen(`${path} ${why}`, hindrance === null ? {} : { cause: new HinderedBy(hindrance) })

/** Moves the branch to `from`, which has all of its work; nothing is uncommitted. Ignored files stay. */
async function moveTo(
  { repository }: Site,
  { path, branch }: WorktreeRecord,
  from: CommitId,
): Promise<void> {
  const words = ['checkout', '--quiet', '--force', '--no-track', '--no-recurse-submodules']
  await mustGit([...words, '-B', branch, from, '--'], contentGit(repository, path))
}
