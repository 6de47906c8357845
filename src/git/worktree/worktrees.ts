/** Worktrees for the lanes of a run: opened on new or used folders, sealed, released, removed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Opened, WorktreeRequest, Worktrees } from '../../conduct/worktree-ports.ts'
import type { LaneName } from '../../core/value/ids.ts'
import { beginMerge } from '../land/begin-merge.ts'
import type { PortRange } from './free-ports.ts'
import { inTurnFor } from '../call/in-turn.ts'
import { GitRefused } from '../call/git-command.ts'
import { furnishWorktree, handOver } from './furnish-worktree.ts'
import { dropWorktree, makeWorktree, type Made } from './make-worktree.ts'
import { openPortBook, portsByHand } from './port-book.ts'
import { releaseWorktree } from './release-worktree.ts'
import { openRemovals } from '../call/remove-folder.ts'
import { removeSecured } from './remove-worktree.ts'
import { reopenWorktree } from './reopen-worktree.ts'
import { isFolder } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import { openRepositoryLock } from '../call/repository-lock.ts'
import type { Reopened } from './restore-worktree.ts'
import { openLanes } from './open-lanes.ts'
import { sealWorktree } from '../keep/seal-worktree.ts'
import { secureWorktree } from '../keep/secure-worktree.ts'
import { rememberSettings } from '../keep/settings-before.ts'
import { sharedRulesIn, sharedRulesOf } from '../keep/shared-rules.ts'
import { spareWorktrees } from './spare-worktrees.ts'
import { takeOverWorktree, type TakenOver } from './reuse-worktree.ts'
import { undecidedIn } from '../keep/unresolved.ts'
import { CannotOpen, whyNotOpened } from './why-not-opened.ts'
import { openWorktreeRecords, type WorktreeRecord } from './worktree-record.ts'
import { worktreeGit } from './worktree-git.ts'
import { worktreeOf, type Site } from './worktree-site.ts'

export interface WorktreesOptions {
  readonly repository: Repository
  /** The `.conductor` folder. */
  readonly home: string
  /** The folder in which worktrees are made. */
  readonly root: string
  /** The prefix of the branch of a lane, before the name of the lane. */
  readonly branchPrefix: string
  /** The maximum number of folders; exceeded only when all of them are in use. */
  readonly max: number
  /** A shell command that is run in every new worktree. */
  readonly setup: string | null
  readonly ports: PortRange
}

export function openWorktrees(options: WorktreesOptions): Worktrees {
  const { repository, home, root, setup, max } = options
  const records = openWorktreeRecords(home)
  const lock = openRepositoryLock(repository.common)
  const removals = openRemovals(repository, root)
  const site: Site = { ...options, lock, records, removals }
  const lanes = openLanes(max)
  const spares = spareWorktrees(records, max)
  const ports = openPortBook(options.ports, () => portsByHand(records))
  const each = options.ports.each

  const turnOf = inTurnFor()
  const toldNotes = new Set<string>()

  return {
    open: (request, signal) => turnOf(request.lane, () => open(request, signal)),
    undecided: (lane) => {
      const record = lastOf(lane)
      if (record === undefined || !isFolder(record.path)) return Promise.resolve([])
      return undecidedIn(worktreeGit(repository, record.path))
    },
    async beginMerge(worktree, commit) {
      const begun = await beginMerge(repository, worktree.path, commit)
      const record = records.of(worktree.path)
      if (record !== null) records.write({ ...record, status: 'working', base: commit, tip: null })
      const environment = { ...worktree.environment, CONDUCTOR_BASE: commit }
      return { worktree: { ...worktree, base: commit, environment }, ...begun }
    },
    async seal(worktree, request) {
      const shared = sharedRulesIn(home, request.run)
      const record = records.of(worktree.path)
      const others = records.all().filter(({ path }) => path !== worktree.path)
      const sealing = { ...request, folder: record, others }
      const sealed = await sealWorktree(repository, worktree, sealing, shared)
      if (sealed.ok && record !== null)
        records.write({ ...record, status: 'sealed', tip: sealed.delivery?.commit ?? record.base })
      return sealed.ok ? { ...sealed, notes: [...sealed.notes, ...changedSettings()] } : sealed
    },
    release: (lane, how, target) =>
      turnOf(lane, async () => {
        try {
          await claimed(lastOf(lane)?.path, async () => {
            const record = lastOf(lane)
            if (record !== undefined) await releaseWorktree(site, record, how, target)
          })
        } finally {
          leave(lane)
        }
      }),
    async close() {
      await Promise.all(records.all().filter(isPooled).map(removePooled))
      // Longer removals go on while people read the summary: those folders hold no work.
      await Promise.race([removals.done(), sleep(PATIENCE, undefined, { ref: false })])
      lock.close()
    },
  }

  async function open(request: WorktreeRequest, signal: AbortSignal): Promise<Opened> {
    try {
      await lanes.enter(request.lane, signal)
      const opened = await openIn(request, signal)
      if (!opened.ok) leave(request.lane)
      return opened
    } catch (error) {
      leave(request.lane)
      return whyNotOpened(error, root)
    }
  }

  async function openIn(request: WorktreeRequest, signal: AbortSignal): Promise<Opened> {
    await sharedRulesOf(repository, home, request.run)
    rememberSettings(repository, home, request.run)
    const place = await placeFor(request, signal)
    const port = await ports.take(request.lane, place.record.port)
    const record = { ...place.record, port }
    const refused = place.bare ? await readied(record, signal) : null
    if (refused !== null) return refused
    const handedOver = place.bare
      ? await handOver(record)
      : { ...record, status: 'working' as const }
    const worktree = worktreeOf(site, records.write(handedOver), { each, notes: place.notes })
    return { ok: true, worktree }
  }

  /** bare: only files from git are in the folder. */
  async function placeFor(
    request: WorktreeRequest,
    signal: AbortSignal,
  ): Promise<Made & { readonly bare: boolean }> {
    const old = await reopen(request)
    if (old?.is === 'reopened') return old
    const { from, base, notes } = old ?? { from: request.from, base: request.from, notes: [] }
    const made = await newPlace({ ...request, from }, signal)
    return { record: { ...made.record, base }, notes: [...notes, ...made.notes], bare: true }
  }

  /** Waits while another lane takes the folder over: after that, only the branch of this lane is left. */
  async function reopen(request: WorktreeRequest): Promise<Reopened | null> {
    const find = (): WorktreeRecord | undefined =>
      records.all().find(({ lane, run }) => lane === request.lane && run === request.run)
    return claimed(find()?.path, async () => {
      const earlier = find()
      const old = earlier === undefined ? null : await reopenWorktree(site, earlier, request)
      // Recorded before the reservation ends: a folder that is neither kept nor pooled is not offered to
      // another lane.
      return old?.is === 'reopened' ? { ...old, record: records.write(inUse(old.record)) } : old
    })
  }

  /**
   * Reserves the folder during the work, so that no other lane takes it over; its record may have changed
   * when our turn comes.
   */
  async function claimed<Result>(
    path: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (path === undefined) return work()
    await spares.reserve(path)
    try {
      return await work()
    } finally {
      spares.done(path, 'used')
    }
  }

  async function newPlace(request: WorktreeRequest, signal: AbortSignal): Promise<Made> {
    const notes: string[] = []
    for (let spare = spares.take(lanes.inside.size); spare !== null;) {
      const taken = await takeOver(spare, request)
      if (taken.is === 'taken') return { record: taken.record, notes: [...notes, ...taken.notes] }
      if (taken.is === 'left') notes.push(`${spare.path} is left as it is: it ${taken.why}`)
      else notes.push(...taken.notes)
      spare = spares.take(lanes.inside.size)
    }
    const made = await makeWorktree(site, request, signal)
    return { record: made.record, notes: [...notes, ...made.notes] }
  }

  async function takeOver(spare: WorktreeRecord, request: WorktreeRequest): Promise<TakenOver> {
    let how: 'used' | 'left' = 'left'
    try {
      const taken = await takeOverWorktree(site, spare, request)
      if (taken.is !== 'left') how = 'used'
      return taken
    } catch (error) {
      if (!(error instanceof GitRefused)) throw error
      return { is: 'left', why: `cannot be used: ${error.message}` }
    } finally {
      spares.done(spare.path, how)
    }
  }

  /** Sets the folder up. If that fails, nothing half-made stays: a folder in which no agent has worked is removed. */
  async function readied(
    record: WorktreeRecord,
    signal: AbortSignal,
  ): Promise<(Opened & { readonly ok: false }) | null> {
    try {
      const refused = await furnishWorktree(site, record, { setup, portsEach: each, signal })
      if (signal.aborted) throw new CannotOpen('it was stopped before its worktree was ready')
      if (refused !== null) await giveUp(record)
      return refused
    } catch (error) {
      await giveUp(record)
      throw error
    }
  }

  async function giveUp(record: WorktreeRecord): Promise<void> {
    if (record.status === 'opening') await dropWorktree(site, record)
    else records.write({ ...record, status: 'kept' })
  }

  /** The notes about changed settings, each note only once. */
  function changedSettings(): readonly string[] {
    const notes = (repository.asBefore?.().notes ?? []).filter((note) => !toldNotes.has(note))
    notes.forEach((note) => toldNotes.add(note))
    return notes
  }

  function lastOf(lane: LaneName): WorktreeRecord | undefined {
    const own = records.all().filter((record) => isOf(lane, record) && !isPooled(record))
    return own.toSorted((one, other) => one.usedAt - other.usedAt).at(-1)
  }

  function leave(lane: LaneName): void {
    ports.giveBack(lane)
    lanes.leave(lane)
  }

  /** Removes a pooled folder, unless it has work in it again: then it is kept. */
  async function removePooled(record: WorktreeRecord): Promise<void> {
    try {
      const secured = await secureWorktree(site, record, 'stays')
      if (secured.ok) return await removeSecured(site, secured.record, secured.admin)
    } catch (error) {
      if (!(error instanceof GitRefused)) throw error
    }
    records.write({ ...record, status: 'kept' })
  }
}

/** How long closing waits for removals, in milliseconds. */
const PATIENCE = 2000

const inUse = (record: WorktreeRecord): WorktreeRecord => ({ ...record, status: 'working' })

/** Only worktrees of a run: a person may have given a worktree of their own the same name. */
const isOf = (lane: LaneName, record: WorktreeRecord): boolean =>
  record.lane === lane && record.run !== null

const isPooled = ({ status }: WorktreeRecord): boolean => status === 'pooled'
