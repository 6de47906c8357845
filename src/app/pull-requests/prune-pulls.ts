/** Finds the worktrees and branches that merged pull requests have left behind, and removes them. */
import {
  deleteBranch,
  lookToPrune,
  type PruneLook,
  type SeenBranch,
} from '../../conduct/publish/prune-branches.ts'
import type { Run } from '../../core/run/run.ts'
import { pullName } from '../../core/say/pulls/pull-name.ts'
import { sayWhyBranchStays } from '../../core/say/pulls/say-branch-fate.ts'
import type { CommitId, LaneName, RunId } from '../../core/value/ids.ts'
import { pruneWorktrees, type Pruned } from '../../git/by-hand/prune-worktrees.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { AlreadyConducted } from '../ask/reach-coordinator.ts'
import { waitForLock, workAlone } from '../ask/work-alone.ts'
import { forgeComplaint } from '../issues/open-issues-forge.ts'
import { lookAtRun, recentRunsWith } from '../look/read-runs.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import type { Workspace } from '../place/workspace.ts'
import { placeOfRun, type PublishPlace } from './publish-place.ts'

export interface Unneeded {
  readonly folders: Pruned['removed']
  readonly folderRemaining: Pruned['kept']
  readonly localBranches: readonly string[]
  /** The branches of the remote that are to be deleted, or were. */
  readonly branches: readonly UnneededBranch[]
  readonly remaining: readonly RemainingBranch[]
  /** Branches of the remote that another process or person has deleted in the meantime. */
  readonly gone: readonly RemoteBranch[]
  readonly lanes: MergedLanes
}

interface RemoteBranch {
  readonly run: RunId
  readonly lane: LaneName
  readonly remote: string
  readonly branch: string
}

interface UnneededBranch extends RemoteBranch {
  readonly commit: CommitId
  readonly number: number
}

interface RemainingBranch extends RemoteBranch {
  readonly why: string
  /** The branch should have been deleted, but deleting failed. */
  readonly isRefused: boolean
}

/** The lanes whose pull requests are merged, and where their work may be. */
interface MergedLanes {
  readonly lanes: readonly { readonly run: RunId; readonly lane: LaneName }[]
  readonly remote: readonly CommitId[]
}

export const isNothing = ({ folders, localBranches, branches }: Unneeded): boolean =>
  folders.length + localBranches.length + branches.length === 0

/** Only looks. Throws a Complaint when the forge or the remote cannot be asked. */
export async function lookForUnneeded(
  workspace: Workspace,
  wanted: string | undefined,
): Promise<Unneeded> {
  const looks: RunLook[] = []
  for (const run of publishedRuns(workspace, wanted)) {
    using place = await placeOfRun(run, workspace)
    looks.push({ run, ...(await mustLook(run, place)) })
  }
  const lanes = {
    lanes: looks.flatMap(({ run, merged }) => merged.map(({ lane }) => ({ run: run.id, lane }))),
    remote: [...new Set(looks.flatMap(({ bases }) => bases))],
  }
  return {
    ...(await worktreesOf(workspace, lanes, { dryRun: true })),
    branches: looks.flatMap(({ run, branches }) => branches.flatMap((one) => going(run, one))),
    remaining: looks.flatMap(({ run, branches }) =>
      branches
        .filter((one) => !isShownByLaterRun(one, run, looks))
        .flatMap((one) => staying(run, one)),
    ),
    gone: [],
    lanes,
  }
}

type RunLook = PruneLook & { readonly run: Run }

/** A later run that has taken over the branch reports what happens to it, so the earlier run does not. */
const isShownByLaterRun = (
  { fate, pull }: SeenBranch,
  { id }: Run,
  looks: readonly RunLook[],
): boolean =>
  fate.is === 'stays' &&
  fate.why.is === 'taken-over' &&
  looks.some(
    ({ run, branches }) =>
      Number(run.id) > Number(id) && branches.some((one) => one.pull.branch === pull.branch),
  )

function publishedRuns(workspace: Workspace, wanted: string | undefined): readonly Run[] {
  const runs =
    wanted === undefined
      ? recentRunsWith(workspace, 'pull-published')
      : [lookAtRun(workspace, wanted)]
  return runs.filter(({ publishing, pulls }) => publishing !== null && pulls.size > 0)
}

async function mustLook(run: Run, place: PublishPlace): Promise<PruneLook> {
  const look = await lookToPrune(run, place)
  if (!look.ok) throw forgeComplaint(look.problem)
  return look.value
}

const placed = ({ id, publishing }: Run, { pull }: SeenBranch): RemoteBranch => ({
  run: id,
  lane: pull.lane,
  remote: publishing!.remote,
  branch: pull.branch,
})

const going = (run: Run, seen: SeenBranch): readonly UnneededBranch[] =>
  seen.fate.is === 'goes'
    ? [{ ...placed(run, seen), commit: seen.fate.at, number: seen.pull.opened!.number }]
    : []

function staying(run: Run, seen: SeenBranch): readonly RemainingBranch[] {
  if (seen.fate.is !== 'stays') return []
  const why = sayWhyBranchStays(seen.fate.why, pullName(seen.pull))
  return [{ ...placed(run, seen), why, isRefused: false }]
}

async function worktreesOf(
  { root, home }: Workspace,
  { lanes, remote }: MergedLanes,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Pick<Unneeded, 'folders' | 'folderRemaining' | 'localBranches'>> {
  const repository = await mustFindRepository(root, 'there are no worktrees here')
  const names = new Set(lanes.map(({ run, lane }) => `${run} ${lane}`))
  const has = (record: { run: RunId | null; lane: LaneName }): boolean =>
    names.has(`${record.run} ${record.lane}`)
  const inUse = findCoordinator(home)?.run ?? null
  const pruned = await pruneWorktrees(repository, home, { dryRun, inUse, only: { has, remote } })
  return { folders: pruned.removed, folderRemaining: pruned.kept, localBranches: pruned.branches }
}

/** Removes only what the look has found. Anything that has changed since then stays, and the reason is told. */
export async function clearAway(workspace: Workspace, found: Unneeded): Promise<Unneeded> {
  const tried: Tried[] = []
  for (const [id, branches] of Map.groupBy(found.branches, ({ run }) => run))
    tried.push(...(await deleteAlone(workspace, id, branches)))
  const local = await clearWorktrees(workspace, found.lanes)
  const refused = tried.flatMap(({ branch, end }) =>
    end.is === 'stays' ? [{ ...branch, why: end.why, isRefused: true }] : [],
  )
  return {
    ...local,
    branches: branchesThat('deleted', tried),
    gone: branchesThat('gone', tried),
    remaining: [...found.remaining, ...refused],
    lanes: found.lanes,
  }
}

/** If two commands prune at once, only the first removes something. A run that starts has priority over both. */
async function clearWorktrees(workspace: Workspace, lanes: MergedLanes) {
  const lock = await waitForLock(workspace).catch(ifConducted)
  try {
    return await worktreesOf(workspace, lanes, { dryRun: false })
  } finally {
    lock?.release()
  }
}

function ifConducted(error: unknown): null {
  if (error instanceof AlreadyConducted) return null
  throw error
}

type End = { readonly is: 'deleted' | 'gone' } | { readonly is: 'stays'; readonly why: string }

interface Tried {
  readonly branch: UnneededBranch
  readonly end: End
}

const branchesThat = (are: 'deleted' | 'gone', tried: readonly Tried[]) =>
  tried.filter(({ end }) => end.is === are).map(({ branch }) => branch)

/** The person may have taken a while to confirm, so the forge is asked again. */
const deleteAlone = (
  workspace: Workspace,
  id: RunId,
  branches: readonly UnneededBranch[],
): Promise<readonly Tried[]> =>
  workAlone(workspace, id, async (run) => {
    using place = await placeOfRun(run, workspace)
    const now = (await mustLook(run, place)).branches
    const tried: Tried[] = []
    for (const branch of branches) {
      const seen = now.find(({ pull }) => pull.lane === branch.lane)!
      tried.push({ branch, end: await tryToDelete(run, seen, { branch, place }) })
    }
    return tried
  })

async function tryToDelete(
  run: Run,
  { pull, fate }: SeenBranch,
  { branch, place }: { readonly branch: UnneededBranch; readonly place: PublishPlace },
): Promise<End> {
  if (fate.is === 'gone') return { is: 'gone' }
  if (fate.is === 'stays') return stays(sayWhyBranchStays(fate.why, pullName(pull)))
  if (fate.at !== branch.commit) return stays(CHANGED)
  const pushed = await deleteBranch(run, pull, fate.at, place)
  if (pushed.is === 'pushed') return { is: 'deleted' }
  return stays(
    pushed.is === 'moved' ? CHANGED : `${pushed.problem.message}; ${pushed.problem.hint}`,
  )
}

const stays = (why: string): End => ({ is: 'stays', why })

const CHANGED = 'it has changed just now'
