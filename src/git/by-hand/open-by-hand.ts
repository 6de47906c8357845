/**
 * Opens the worktree of a lane for a person who wants to go on there: the folder is made again from the
 * branch if it has gone.
 */
import type { LaneName, RunId } from '../../core/value/ids.ts'
import { sayFailure } from '../../core/say/say-failure.ts'
import { placeOf } from '../land/checked-out.ts'
import { freePorts } from '../worktree/free-ports.ts'
import { furnishWorktree, handOver } from '../worktree/furnish-worktree.ts'
import { isRefusal } from '../call/git-command.ts'
import { portsInUse } from './manual-worktree.ts'
import { notDone, notDoneBy, notKnown, type NotDone } from '../call/not-done.ts'
import { standingAt } from '../call/registered-worktrees.ts'
import { asBefore } from '../keep/settings-before.ts'
import { makeAgain, reattachWorktree } from '../worktree/restore-worktree.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'
import { withSite, type Site } from '../worktree/worktree-site.ts'
import type { WorktreesOptions } from '../worktree/worktrees.ts'

export interface WantedLane {
  readonly run: RunId
  readonly lane: LaneName
  readonly signal: AbortSignal
}

export type OpenedByHand =
  | {
      readonly ok: true
      readonly path: string
      readonly branch: string
      /** The folder had gone, and was made again. */
      readonly isNew: boolean
      /** Sentences about what a person would want to know. */
      readonly notes: readonly string[]
    }
  | NotDone

type Places = Omit<WorktreesOptions, 'max'>

/** What the person changes there is taken in when the task is approved. */
export const openLaneByHand = (places: Places, wanted: WantedLane): Promise<OpenedByHand> => {
  const repository = asBefore(places.repository, places.home, wanted.run)
  return withSite({ ...places, repository }, async (site) => {
    const record = recordOf(site, wanted)
    if (record === undefined)
      return notKnown(`the lane ${wanted.lane} of run ${wanted.run} has no work to open`, SEE)
    try {
      return await open(site, record, places, wanted.signal)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return notDoneBy(error, `${record.path} could not be opened: ${error.message}`, UNCHANGED)
    }
  })
}

const SEE = 'it has not begun, or all of it has landed; see `conductor worktrees`'
const UNCHANGED = 'what it holds is on its branch, as before'

const recordOf = ({ records }: Site, { run, lane }: WantedLane): WorktreeRecord | undefined =>
  records
    .all()
    .filter((record) => record.run === run && record.lane === lane && record.status !== 'pooled')
    .toSorted((one, other) => other.usedAt - one.usedAt)[0]

async function open(
  site: Site,
  record: WorktreeRecord,
  places: Places,
  signal: AbortSignal,
): Promise<OpenedByHand> {
  const { path, branch } = record
  switch (standingAt(path, site.repository).is) {
    case 'there':
      return { ok: true, path, branch, isNew: false, notes: [] }
    case 'unregistered':
      await reattachWorktree(site, record)
      return { ok: true, path, branch, isNew: false, notes: [] }
    case 'foreign':
      return notDone(`something else stands in ${path}`, `move it away; ${UNCHANGED}`)
    case 'gone':
      return openAgain(site, record, places, signal)
  }
}

async function openAgain(
  site: Site,
  record: WorktreeRecord,
  places: Places,
  signal: AbortSignal,
): Promise<OpenedByHand> {
  const { path, branch } = record
  const { isThere } = await makeAgain(site, record)
  if (!isThere) return whyNot(site, record)
  const notes = await furnished(site, record, places, signal)
  // The status is not kept, so that no other lane takes the folder over while the person works in it.
  site.records.write({ ...site.records.of(path)!, status: 'sealed', usedAt: Date.now() })
  return { ok: true, path, branch, isNew: true, notes }
}

function whyNot({ repository }: Site, { path, branch }: WorktreeRecord): NotDone {
  const place = placeOf(repository, branch)
  return place === null
    ? notDone(`${path} cannot be made again from branch ${branch}`, 'see `conductor rescue`')
    : notDone(`branch ${branch} is checked out in ${place}`, 'commit your changes there')
}

/** A setup that fails is only reported: the person may do without it. */
async function furnished(
  site: Site,
  old: WorktreeRecord,
  { ports, setup }: Places,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const port = await freePorts(ports, portsInUse(site), old.port)
  const record = { ...old, port, rulesFrom: old.base }
  const refused = await furnishWorktree(site, record, { setup, portsEach: ports.each, signal })
  site.records.write(await handOver(record))
  return refused === null
    ? []
    : [`${sayFailure(refused.failure)}; the folder is there all the same`]
}
