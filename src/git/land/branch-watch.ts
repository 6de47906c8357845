/** Watches the user's branches: those that are neither the branch of a lane nor a target. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BranchWatch } from '../../conduct/worktree-ports.ts'
import type { BranchMove, BranchSight } from '../../core/landing/branch-moves.ts'
import { laneName, type CommitId, type RunId } from '../../core/value/ids.ts'
import { sayMove } from '../../core/say/landing/say-branch-move.ts'
import { inRun } from '../../core/value/home-paths.ts'
import { readLog } from '../keep/commits-made.ts'
import { adminsIn, folderOf } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import { rescue } from '../keep/rescue.ts'
import { checkouts } from './checked-out.ts'
import { LANDED } from './target.ts'
import { refsIn } from '../keep/unkept.ts'
import { openWorktreeRecords, type WorktreeRecord } from '../worktree/worktree-record.ts'

export interface WatchOptions {
  readonly repository: Repository
  /** The `.conductor` folder. */
  readonly home: string
  readonly run: RunId
  /** The branch that work lands on; landing itself watches it. */
  readonly target: string
}

export function watchBranches({
  repository,
  home,
  run,
  target,
}: WatchOptions): BranchWatch & { close(): void } {
  const file = inRun(home, run, 'branchesBefore')
  return {
    async look(moved) {
      const lanes = lanesOf(repository, home)
      const now = await tipsOf(repository, lanes, target)
      const before = tipsIn(file)
      const lastOwn = before ?? now
      const branches = new Set([...lastOwn.keys(), ...moved])
      const seen = sightsOf(repository, lanes, now, { branches, lastOwn })
      const own = seen.filter(({ isOwn }) => isOwn)
      if (before === null || own.length > 0) write(file, tipsAfter(lastOwn, own))
      return seen
    },
    async keep(moves) {
      for (const move of moves) await keepBoth(repository, run, move)
    },
    // No agent of the run works any more, so every later move of a branch is the user's.
    close: () => rmSync(file, { force: true }),
  }
}

/**
 * Where the branches stand that were moved during a run, seen while nothing of the run works: every change
 * since then is the user's own.
 */
export async function sightsOfMoved(
  repository: Repository,
  moves: readonly BranchMove[],
): Promise<readonly BranchSight[]> {
  const refs = await refsIn(repository, [HEADS])
  const tips = new Map(refs.map(({ ref, object }) => [ref.slice(HEADS.length), object as CommitId]))
  return moves.map(({ branch, to: lastOwn }) => {
    const tip = tips.get(branch) ?? null
    return { branch, lastOwn, tip, isOwn: tip !== lastOwn }
  })
}

/** Tips by the name of the branch; null: there is no such branch. */
type Tips = ReadonlyMap<string, CommitId | null>

/** The lanes of all runs of the repository: each checkout may have a run, with records of its own. */
function lanesOf(repository: Repository, home: string): readonly WorktreeRecord[] {
  const others = checkouts(repository).map(({ folder }) => join(folder, basename(home)))
  return [...new Set([home, ...others])].flatMap((one) => openWorktreeRecords(one).all())
}

/**
 * The tips of the user's branches. Agents may move the branches of their lanes, and landing watches the
 * targets, so both are left out.
 */
async function tipsOf(
  repository: Repository,
  lanes: readonly WorktreeRecord[],
  target: string,
): Promise<Tips> {
  const refs = await refsIn(repository, [HEADS, LANDED])
  const branches = lanes.map(({ branch }) => branch)
  const landed = refs.filter(({ ref }) => ref.startsWith(LANDED))
  const ours = new Set([...branches, target, ...landed.map(({ ref }) => ref.slice(LANDED.length))])
  return new Map(
    refs
      .filter(({ ref }) => ref.startsWith(HEADS) && !ours.has(ref.slice(HEADS.length)))
      .map(({ ref, object }) => [ref.slice(HEADS.length), object as CommitId]),
  )
}

const HEADS = 'refs/heads/'

function sightsOf(
  repository: Repository,
  lanes: readonly WorktreeRecord[],
  now: Tips,
  { branches, lastOwn }: { readonly branches: Iterable<string>; readonly lastOwn: Tips },
): readonly BranchSight[] {
  const all = [...branches].map((branch) => ({
    branch,
    lastOwn: lastOwn.get(branch) ?? null,
    tip: now.get(branch) ?? null,
  }))
  const logs = all.some(({ lastOwn, tip }) => lastOwn !== tip)
    ? checkoutLogs(repository, lanes)
    : []
  return all.map((sight) => ({ ...sight, isOwn: logs.some((log) => isMadeIn(log, sight)) }))
}

/**
 * The commits that the HEAD of each of the user's checkouts has been at. Git notes what the user did there, such as
 * "commit: ..."; `git update-ref` of the branch that is checked out also writes into this log, but says nothing.
 */
function checkoutLogs(
  repository: Repository,
  lanes: readonly WorktreeRecord[],
): readonly (readonly CommitId[])[] {
  const paths = new Set(lanes.map(({ path }) => path))
  const others = adminsIn(repository).filter((admin) => !paths.has(folderOf(admin) ?? ''))
  return [repository.common, ...others].map((git) =>
    readLog(join(git, 'logs', 'HEAD'))
      .filter(({ what }) => what !== '')
      .map(({ to }) => to),
  )
}

/**
 * Whether the user moved the branch in this checkout. A user who commits, pulls, resets or rebases there
 * moves HEAD along, so the log of HEAD has the new tip after the known one.
 */
const isMadeIn = (
  log: readonly CommitId[],
  { lastOwn, tip }: Omit<BranchSight, 'isOwn'>,
): boolean =>
  tip !== null &&
  tip !== lastOwn &&
  log.lastIndexOf(tip) > (lastOwn === null ? -1 : log.lastIndexOf(lastOwn))

/**
 * The tips to compare with from now on. A move by the user is accepted; a move by anyone else is not, so
 * the old tip stays.
 */
const tipsAfter = (lastOwn: Tips, own: readonly BranchSight[]): Tips =>
  new Map([...lastOwn, ...own.map(({ branch, tip }) => [branch, tip] as const)])

/** The tips of the last look; null: this is the first look. */
function tipsIn(file: string): Tips | null {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, CommitId][])
  } catch {
    // The file is missing, or a power cut has left half of it.
    return null
  }
}

function write(file: string, tips: Tips): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify([...tips]), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Rescues both commits, so that neither is lost, whichever the user wants. */
async function keepBoth(repository: Repository, run: RunId, move: BranchMove): Promise<void> {
  const note = { run, lane: laneName('moved'), attempt: null, why: sayMove(move) }
  await rescue(repository, move.to === null ? [move.from] : [move.from, move.to], note)
}
