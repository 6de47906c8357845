/**
 * Whether a branch has the result of a run: as commits, or by content after a squash, a rebase or a cherry-pick. Git
 * alone decides, so the answer stays true whatever people do with their branches.
 */
import { tmpdir } from 'node:os'
import { isMerged, type LandedPiece } from '../../core/forge/lane-pull.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import type { IntoSight } from '../../core/take/result-sight.ts'
import { isMergedByPulls } from '../../core/take/result-in-pulls.ts'
import type { CommitId, TaskId } from '../../core/value/ids.ts'
import { isAncestor } from '../call/commits.ts'
import { runGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { contains, type KnownHoldings } from '../publish/contains.ts'
import { openMergePlace } from '../publish/merge-on-base.ts'

/** result: a commit of the target, mostly its tip. tip: of the branch. */
export async function holdingOf(
  repository: Repository,
  run: Run,
  { result, tip }: { readonly result: CommitId; readonly tip: CommitId },
): Promise<IntoSight['holds']> {
  const { root } = repository
  if (await isAncestor(result, tip, root)) return 'all'
  if (await isAncestor(tip, result, root)) return 'ancestor'
  const whole = { base: run.target!.base, commit: result }
  const isThere =
    (await hasContent(whole, { repository, holder: tip, most: MOST_COMPARED })) ||
    (result === run.target!.tip &&
      isMergedByPulls(run) &&
      (await missingFrom(repository, run, tip)).size === 0)
  return isThere ? 'all' : 'diverged'
}

/** The landed tasks whose work the commit does not have. */
export async function missingFrom(
  repository: Repository,
  run: Run,
  commit: CommitId,
): Promise<ReadonlySet<TaskId>> {
  const pieces = [...run.landedWork.values()].flat()
  const open = await notAncestors(repository, pieces, commit)
  // A commit that has nothing but what the run began with holds none of the work.
  const isBefore =
    run.target !== null && (await isAncestor(commit, run.target.tip, repository.root))
  const look = { repository, holder: commit, most: Math.floor(MOST_COMPARED / open.length) }
  const missing = new Set<TaskId>()
  for (const piece of open)
    if (isBefore || look.most === 0 || !(await hasPiece(run, piece, look))) missing.add(piece.task)
  return missing
}

/** Commits of the branch, for all pieces of work together: a person waits for the answer, and what is found is recorded. */
const MOST_COMPARED = 50

interface Look {
  readonly repository: Repository
  readonly holder: CommitId
  readonly most: number
}

async function notAncestors(
  { root }: Repository,
  pieces: readonly LandedPiece[],
  commit: CommitId,
): Promise<readonly LandedPiece[]> {
  if (pieces.length === 0) return []
  const input = [`^${commit}`, ...pieces.map((piece) => piece.commit)].join('\n')
  const listing = await runGit(['rev-list', '--stdin'], { in: root, input: `${input}\n` })
  const absent = listing === null ? null : new Set(listing.split('\n'))
  return pieces.filter((piece) => absent?.has(piece.commit) ?? true)
}

async function hasPiece(run: Run, piece: LandedPiece, look: Look): Promise<boolean> {
  const pull = run.pulls.get(laneOf(taskOf(run, piece.task)))
  const isInPull = isMerged(pull) && pull!.pieces.includes(piece.commit)
  const merge = isInPull ? pull!.sight!.mergeCommit : null
  if (merge !== null && (await isAncestor(merge, look.holder, look.repository.root))) return true
  return hasContent(piece, look)
}

async function hasContent(
  { base, commit }: Omit<LandedPiece, 'task'>,
  { repository, holder, most }: Look,
): Promise<boolean> {
  using place = openMergePlace(repository, tmpdir())
  return await contains(place, { commit: holder, pieces: [{ base, commit }], most }, KNOWN)
}

/** Ids of git mean the same in every repository. */
const KNOWN: KnownHoldings = new Map()
