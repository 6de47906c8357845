/** Makes the commit that the branch of a lane should point to: the work of the lane on top of its current base. */
import { freePlace, type BranchPlace } from '../../core/forge/branch-place.ts'
import {
  publishedPull,
  type LanePull,
  type PullBase,
  type PullTrouble,
} from '../../core/forge/lane-pull.ts'
import { allTaken } from '../../core/forge/publishing-refused.ts'
import { isSameBase } from '../../core/forge/pull-base.ts'
import { lanesThatTouched, type WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import type { CommitId, LaneName } from '../../core/value/ids.ts'
import { THEIRS, type PublishGit, type Replayed } from '../forge-ports.ts'
import { baseFor, type FoundBase } from './base-of-lane.ts'
import type { Round } from './publish-round.ts'

export type MadeHead =
  | {
      readonly is: 'made'
      readonly branch: string
      readonly base: PullBase
      readonly head: CommitId
      readonly pieces: readonly CommitId[]
      /** The branch has commits of other people, so we add commits and never rewrite it. */
      readonly isShared: boolean
      /** The commit of the branch on the remote. */
      readonly expected: CommitId | null
      /** The run has already recorded this head. */
      readonly isRecorded: boolean
    }
  /** A lower lane of the stack has to be published first. */
  | { readonly is: 'not-yet' }
  | { readonly is: 'trouble'; readonly trouble: PullTrouble }

export async function makeHead(
  round: Round,
  wanted: WantedPull,
  place: BranchPlace,
): Promise<MadeHead> {
  if (place.isForeign && !(await adopt(round, wanted.lane, place)))
    return makeElsewhere(round, wanted, place)
  const first = await putOnBase(round, wanted, place)
  if (first.is !== 'conflict') return first
  const again = await putOnFound(round, wanted, { place, first })
  if (again !== null && again.is !== 'conflict') return again
  return { is: 'trouble', trouble: { is: 'conflict', base: first.base, files: first.files } }
}

/** The name was taken by another person before our push arrived there. */
async function makeElsewhere(
  round: Round,
  wanted: WantedPull,
  { branch }: BranchPlace,
): Promise<MadeHead> {
  const place = freePlace(round.run, wanted.lane, round.sight, branch)
  return place === null
    ? { is: 'trouble', trouble: allTaken(branch, round.sight.blocked) }
    : makeHead(round, wanted, place)
}

/**
 * Keeps the commits that another person has pushed: from now on we only add to the branch. false: the branch never was
 * ours.
 */
async function adopt({ run, ports }: Round, lane: LaneName, place: BranchPlace): Promise<boolean> {
  const head = place.at!
  await ports.git.keep(head, keptName(run, lane, head, THEIRS))
  const pull = publishedPull(run, lane)
  // Our pull request of an earlier run.
  if (pull === null) return true
  const upon = await newestIn(pull, head, ports.git)
  if (upon === null && pull.opened === null) return false
  await ports.tell(() => [{ type: 'pull-shared', lane, head, upon }])
  return true
}

/** The newest of our commits in their history; null: none of them. */
async function newestIn(
  { published }: LanePull,
  theirs: CommitId,
  git: Pick<PublishGit, 'isAncestor'>,
): Promise<CommitId | null> {
  for (const { head } of published.toReversed()) if (await git.isAncestor(head, theirs)) return head
  return null
}

/** The name of the ref that keeps a head. Each head of a lane gets a ref of its own. */
export const keptName = (
  { id }: Run,
  lane: LaneName,
  head: CommitId,
  whose: '' | typeof THEIRS = '',
): string => `${id}/${lane}/${whose}${head.slice(0, 12)}`

type Conflicting = FoundBase & { readonly is: 'conflict' }

/** The work may build on a lane that the plan does not name as a dependency. null: no such lane was found. */
async function putOnFound(
  round: Round,
  wanted: WantedPull,
  { place, first }: { readonly place: BranchPlace; readonly first: Conflicting },
): Promise<MadeHead | Conflicting | null> {
  const files = new Set(first.files.map(({ path }) => path))
  const lanes = lanesThatTouched(round.run, round.wanted, wanted.lane, files).filter(
    (lane) => !wanted.below.includes(lane),
  )
  if (lanes.length === 0) return null
  return putOnBase(round, { ...wanted, below: [...wanted.below, ...lanes] }, place)
}

async function putOnBase(
  round: Round,
  wanted: WantedPull,
  place: BranchPlace,
): Promise<MadeHead | Conflicting> {
  const chosen = await baseFor(round, wanted)
  if (chosen.is !== 'base') return chosen
  const { base } = chosen
  const before = publishedPull(round.run, wanted.lane)
  const pieces = wanted.pieces.map(({ commit }) => commit)
  const isKnown =
    before !== null && isSameBase(before.base, base) && before.pieces.join() === pieces.join()
  const made: Replayed = isKnown
    ? { is: 'made', commit: before.head }
    : await headOn(round, wanted, base, place)
  if (made.is === 'conflict') return { is: 'conflict', base: base.branch, files: made.conflicts }
  return {
    is: 'made',
    branch: place.branch,
    base,
    head: made.commit,
    pieces,
    isShared: isSharedAt(before, place),
    expected: place.at,
    isRecorded: isKnown,
  }
}

const isSharedAt = (before: LanePull | null, place: BranchPlace): boolean =>
  before?.isShared === true || place.isForeign

async function headOn(
  round: Round,
  wanted: WantedPull,
  base: PullBase,
  place: BranchPlace,
): Promise<Replayed> {
  const before = publishedPull(round.run, wanted.lane)
  const made = isSharedAt(before, place)
    ? await addedTo(round, wanted, base, place)
    : await round.ports.git.replay(wanted.pieces, base.onto)
  if (made.is === 'made') return made
  return (await fromTarget(round, wanted, base)) ?? made
}

/** Merges a new base into the branch and puts new work on top, so that the commits of other people stay. */
async function addedTo(
  { run, ports: { git } }: Round,
  wanted: WantedPull,
  base: PullBase,
  place: BranchPlace,
): Promise<Replayed> {
  const before = publishedPull(run, wanted.lane)
  const theirs = before?.head ?? place.at!
  const isMoved = before === null || !isSameBase(before.base, base)
  const onBase: Replayed = isMoved
    ? await git.merge([theirs, base.onto], `Merge ${base.branch} into ${place.branch}\n`)
    : { is: 'made', commit: theirs }
  if (onBase.is === 'conflict') return onBase
  const isIn = (commit: CommitId): boolean => before?.pieces.includes(commit) ?? false
  return git.replay(
    wanted.pieces.filter(({ commit }) => !isIn(commit)),
    onBase.commit,
  )
}

/**
 * Takes the files of the lane from the target. The target must contain the base branch, because conflicts with the
 * base were then resolved there. null: the target does not contain it.
 */
async function fromTarget(
  { run, sight, ports: { git } }: Round,
  wanted: WantedPull,
  base: PullBase,
): Promise<Replayed | null> {
  const tip = sight.heads.get(run.publishing!.into)
  if (tip === undefined || run.target === null) return null
  if (!(await git.isAncestor(tip, run.target.tip))) return null
  const paths = await Promise.all(wanted.pieces.map((piece) => git.pathsOf(piece)))
  const before = publishedPull(run, wanted.lane)
  const parents = before === null ? [base.onto] : [before.head, base.onto]
  const commit = await git.withFilesOf({
    onto: base.onto,
    from: run.target.tip,
    paths: [...new Set(paths.flat())],
    parents,
    message: `Bring ${wanted.lane} up to date with ${base.branch}\n`,
  })
  return { is: 'made', commit }
}
