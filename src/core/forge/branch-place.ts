/** Which branch of the remote belongs to a lane, and which pull request there is ours. */
import type { Run } from '../run/run.ts'
import { commitId, type CommitId, type LaneName, type RunId } from '../value/ids.ts'
import { publishedPull, type LanePull, type PullFact } from './lane-pull.ts'
import { markIn } from './pull-text.ts'
import type { SeenPull } from './seen-pull.ts'

/** The branches and pull requests that the remote and the forge showed in one round. */
export interface RemoteSight {
  readonly heads: ReadonlyMap<string, CommitId>
  /** The heads, and the commits named in our marks, that were pushed from this repository. */
  readonly own: ReadonlySet<CommitId>
  /** The key is the branch of the pull request. */
  readonly pulls: ReadonlyMap<string, SeenPull>
  readonly blocked: BlockedNames
}

/** Names that no branch of the remote can have, each with the branch in the way: git cannot keep `a/b` beside `a`. */
export type BlockedNames = ReadonlyMap<string, string>

export interface BranchPlace {
  readonly branch: string
  /** The commit of the branch on the remote; null: the remote has no such branch. */
  readonly at: CommitId | null
  /** Another person has pushed commits to the branch; they must stay. */
  readonly isForeign: boolean
}

/** The name of the branch; as long as it has no pull request, also the names that it can get if that one is taken. */
export function branchNames(run: Run, lane: LaneName): readonly string[] {
  const pull = publishedPull(run, lane)
  if (pull?.opened) return [pull.branch]
  const name = `${run.publishing!.prefix}${lane}`
  const unique = `${name}-run${run.id}-${run.startedAt.toString(36)}`
  return [...new Set([pull?.branch ?? name, name, `${name}-run${run.id}`, unique])]
}

/** null: all names are taken by other people. */
export function branchPlace(run: Run, lane: LaneName, sight: RemoteSight): BranchPlace | null {
  const pull = publishedPull(run, lane)
  if (pull === null) return freePlace(run, lane, sight)
  if (pull.opened === null && sight.blocked.has(pull.branch)) return freePlace(run, lane, sight)
  const at = sight.heads.get(pull.branch) ?? null
  const isKnown = at === pull.head || pull.published.some(({ head }) => head === at)
  return { branch: pull.branch, at, isForeign: at !== null && !isKnown }
}

/** A branch that does not exist, or that was pushed from here before. taken: not this one. */
export function freePlace(
  run: Run,
  lane: LaneName,
  sight: RemoteSight,
  taken: string | null = null,
): BranchPlace | null {
  const names = branchNames(run, lane).filter((name) => name !== taken && !sight.blocked.has(name))
  for (const branch of names) {
    const at = sight.heads.get(branch) ?? null
    if (at === null || sight.own.has(at)) return { branch, at, isForeign: false }
    // A person has pushed to a pull request that was made from here.
    const seen = sight.pulls.get(branch)
    const mark = seen?.state === 'open' ? markIn(seen.body) : null
    if (mark?.lane === lane && sight.own.has(commitId(mark.head)))
      return { branch, at, isForeign: true }
  }
  return null
}

/**
 * The later run whose work is in the pull request now; null: there is none. Numbers of runs begin anew when the store was
 * removed, so the run that this one has taken the pull request from is not a later one.
 */
export function laterOwner(run: Run, { lane, opened }: LanePull, seen: SeenPull): RunId | null {
  const mark = markIn(seen.body)
  if (opened?.number !== seen.number || mark?.lane !== lane) return null
  return Number(mark.run) > Number(run.id) && mark.run !== opened.tookOverFrom ? mark.run : null
}

/** The lane has this pull request. Its base and draft state count as set by us: a person who changes them later decides. */
export function openedFacts(
  run: Run,
  lane: LaneName,
  { number, url, base, isDraft, body }: SeenPull,
): readonly PullFact[] {
  const owner = markIn(body)?.run ?? run.id
  return [
    {
      type: 'pull-opened',
      lane,
      number,
      url,
      ...(owner === run.id ? {} : { tookOverFrom: owner }),
    },
    { type: 'pull-set', lane, base, labels: [], isReady: !isDraft },
  ]
}

/** The pull request has the mark of this lane, and it is open or belongs to this run. */
export function isOurs(run: Run, lane: LaneName, seen: SeenPull): boolean {
  if (run.pulls.get(lane)?.earlier.numbers.includes(seen.number)) return false
  const mark = markIn(seen.body)
  return mark?.lane === lane && (seen.state === 'open' || mark.run === run.id)
}
