/** Which branch of the remote belongs to a lane, and which pull request there is ours. */
import type { Run } from '../run/run.ts'
import type { CommitId, LaneName } from '../value/ids.ts'
import { publishedPull } from './lane-pull.ts'
import { markIn } from './pull-text.ts'
import type { SeenPull } from './seen-pull.ts'

/** The branches and pull requests that the remote and the forge showed in one round. */
export interface RemoteSight {
  readonly heads: ReadonlyMap<string, CommitId>
  /** The key is the branch of the pull request. */
  readonly pulls: ReadonlyMap<string, SeenPull>
}

export interface BranchPlace {
  readonly branch: string
  /** The commit of the branch on the remote; null: the remote has no such branch. */
  readonly at: CommitId | null
  /** Another person has pushed commits to the branch; they must stay. */
  readonly isForeign: boolean
}

/** The name of a published branch, or the two names that a new branch can get: the second one if the first is taken. */
export function branchNames(run: Run, lane: LaneName): readonly [string, ...string[]] {
  const pull = publishedPull(run, lane)
  if (pull !== null) return [pull.branch]
  const name = `${run.publishing!.prefix}${lane}`
  return [name, `${name}-run${run.id}`]
}

export function branchPlace(run: Run, lane: LaneName, { heads, pulls }: RemoteSight): BranchPlace {
  const [branch, other] = branchNames(run, lane)
  const at = heads.get(branch) ?? null
  const pull = publishedPull(run, lane)
  if (pull !== null) {
    const isKnown = at === pull.head || pull.published.some(({ head }) => head === at)
    return { branch, at, isForeign: at !== null && !isKnown }
  }
  if (at === null) return { branch, at, isForeign: false }
  const seen = pulls.get(branch)
  const mark = seen?.state === 'open' ? markIn(seen.body) : null
  // An earlier run, or a process that was killed, has opened this pull request.
  if (mark?.lane === lane) return { branch, at, isForeign: mark.head !== at }
  return { branch: other!, at: heads.get(other!) ?? null, isForeign: false }
}

/** The pull request has the mark of this lane, and it is open or belongs to this run. */
export function isOurs(run: Run, lane: LaneName, seen: SeenPull): boolean {
  const mark = markIn(seen.body)
  return mark?.lane === lane && (seen.state === 'open' || mark.run === run.id)
}
