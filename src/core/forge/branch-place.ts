/** Which branch of the remote belongs to a lane, and which pull request there is ours. */
import type { Run } from '../run/run.ts'
import type { CommitId, LaneName } from '../value/ids.ts'
import { publishedPull } from './lane-pull.ts'
import { markIn } from './pull-text.ts'
import type { SeenPull } from './seen-pull.ts'

/** What the remote and the forge showed in a look at them. */
export interface RemoteSight {
  readonly heads: ReadonlyMap<string, CommitId>
  /** By the name of their branch. */
  readonly pulls: ReadonlyMap<string, SeenPull>
}

export interface BranchPlace {
  readonly branch: string
  /** Where it is on the remote; null: it does not exist. */
  readonly at: CommitId | null
  /** The remote's commits are somebody else's, and stay. */
  readonly isForeign: boolean
}

/** The name that the branch has, or the two that it can get; the second one is for a name that is taken. */
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
  // An earlier run, or a process that was killed, has opened it.
  if (mark?.lane === lane) return { branch, at, isForeign: mark.head !== at }
  return { branch: other!, at: heads.get(other!) ?? null, isForeign: false }
}

/** A pull request of this lane that is open, or that this run has made. */
export function isOurs(run: Run, lane: LaneName, seen: SeenPull): boolean {
  const mark = markIn(seen.body)
  return mark?.lane === lane && (seen.state === 'open' || mark.run === run.id)
}
