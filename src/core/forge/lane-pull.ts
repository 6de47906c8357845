/** The pull request of a lane, folded from events: what was pushed and opened, and what the forge showed last. */
import type { CiStatus } from '../workspace/tracker.ts'
import type { CommitId, LaneName, RunId, TaskId } from '../value/ids.ts'
import type { Conflict } from '../landing/delivery.ts'
import type { ForgeProblem } from './forge-problem.ts'
import type { ReviewState, SeenPull } from './seen-pull.ts'

/** How a run publishes its lanes. */
export interface PullRequestSettings {
  readonly remote: string
  /** The name of a branch is this prefix and the name of its lane. */
  readonly prefix: string
  /** The branch of the remote that pull requests go into. */
  readonly into: string
  /** The repository of the issues as owner/name; absent: that of the pull requests, where #12 is enough. */
  readonly issuesOf?: string
  readonly labels: readonly string[]
  readonly reviewers: readonly string[]
  /** How often an agent answers feedback on one pull request; then a person has to decide. */
  readonly rounds: number
  /** Whose comments an agent may get. */
  readonly listensTo: 'members' | 'anyone'
  /** A text with {summary}, {tasks}, {checks}, {test_plan}, {closes} and {stack}; null: the default text. */
  readonly template: string | null
}

/** A piece of landed work: `git diff base commit` shows the change. */
export interface LandedPiece {
  readonly task: TaskId
  readonly base: CommitId
  readonly commit: CommitId
}

/** The base of a pull request. */
export interface PullBase {
  /** The branch that the pull request will be merged into. */
  readonly branch: string
  /** The commit that the work of the lane starts from. */
  readonly onto: CommitId
  /** The lanes below this one in the stack, with the heads that they had. */
  readonly below: readonly { readonly lane: LaneName; readonly head: CommitId }[]
}

export interface LanePull {
  readonly lane: LaneName
  readonly branch: string
  readonly base: PullBase
  /** The newest known commit of the branch. */
  readonly head: CommitId
  /** The pieces of work in `head`, by their commits. */
  readonly pieces: readonly CommitId[]
  /** Every head that we pushed, or were about to push; the newest last. */
  readonly published: readonly PublishedHead[]
  /** A person has pushed to the branch, so we add commits and never rewrite it. */
  readonly isShared: boolean
  /** null: the pull request is not opened yet. */
  readonly opened: {
    readonly number: number
    readonly url: string
    readonly tookOverFrom?: RunId
  } | null
  readonly sight: PullSight | null
  /** Ids of the feedback and conflicts that agents have got. */
  readonly handed: readonly string[]
  /** The follow-up tasks, the oldest first. */
  readonly rounds: readonly TaskId[]
  /** The task that has answered the newest feedback; null: there was none, or its task has not landed yet. */
  readonly answeredBy: TaskId | null
  /** What Conductor has set on the forge once; a person who changes it decides. */
  readonly set: {
    readonly base: string | null
    readonly labels: readonly string[]
    readonly isReady: boolean
  }
  /** Earlier pull requests of the lane, which are merged, and the pieces of work that went with them. */
  readonly earlier: {
    readonly numbers: readonly number[]
    readonly pieces: readonly CommitId[]
  }
  /** A later run has put its own work into the pull request, which belongs to that run now; null: none has. */
  readonly takenOverBy: RunId | null
  /** The branch that has all work of the lane already, so that nothing is left to merge; null: none. */
  readonly containedIn: string | null
  /** The reviewers of the settings were asked for a review. */
  readonly isReviewAsked: boolean
  readonly trouble: PullTrouble | null
}

/** A commit that we made for the branch, and what is in it. */
interface PublishedHead {
  readonly head: CommitId
  readonly base: PullBase
  readonly pieces: readonly CommitId[]
}

/** What the forge showed last. */
export interface PullSight {
  readonly state: SeenPull['state']
  readonly isDraft: boolean
  readonly headCommit: CommitId | null
  readonly base: string
  readonly mergeCommit: CommitId | null
  readonly mergeable: SeenPull['mergeable']
  readonly ci: CiStatus
  /** Names of failed checks. */
  readonly failing: readonly string[]
  readonly review: ReviewState
  /** Feedback that no agent has got yet. */
  readonly feedback: readonly FeedbackLine[]
  readonly at: number
}

export interface FeedbackLine {
  readonly id: string
  readonly by: string
  readonly kind: 'check' | 'comment'
  /** The beginning of the feedback, as one line. */
  readonly line: string
}

/** Why the branch of a lane cannot be updated now. */
export type PullTrouble =
  /** The work of the lane conflicts with its base. */
  | { readonly is: 'conflict'; readonly base: string; readonly files: readonly Conflict[] }
  | { readonly is: 'refused'; readonly problem: ForgeProblem }

export type PullFact =
  /** From now on each lane with work gets a pull request. */
  | { readonly type: 'publishing-begun'; readonly settings: PullRequestSettings }
  /** Recorded before the push, so that a process that finds the commit on the remote knows that the commit is ours. */
  | {
      readonly type: 'pull-published'
      readonly lane: LaneName
      readonly branch: string
      readonly base: PullBase
      readonly head: CommitId
      readonly pieces: readonly CommitId[]
      readonly isShared: boolean
    }
  | {
      readonly type: 'pull-opened'
      readonly lane: LaneName
      readonly number: number
      readonly url: string
      /** The run whose pull request this was before. */
      readonly tookOverFrom?: RunId
    }
  | { readonly type: 'pull-taken-over'; readonly lane: LaneName; readonly by: RunId }
  /** isNews: the status of the pull request has changed, so a line about it is printed. */
  | {
      readonly type: 'pull-seen'
      readonly lane: LaneName
      readonly sight: PullSight
      readonly isNews: boolean
    }
  /** Another person has pushed to the branch. upon: the newest of our commits in their history; null: none. */
  | {
      readonly type: 'pull-shared'
      readonly lane: LaneName
      readonly head: CommitId
      readonly upon: CommitId | null
    }
  /** Feedback became a task of the lane; the task was added in the same turn. */
  | {
      readonly type: 'feedback-handed'
      readonly lane: LaneName
      readonly task: TaskId
      readonly ids: readonly string[]
    }
  /** The base has all work of the lane already. */
  | { readonly type: 'pull-not-needed'; readonly lane: LaneName; readonly containedIn: string }
  /** base null and isReady false: they were not changed. */
  | {
      readonly type: 'pull-set'
      readonly lane: LaneName
      readonly base: string | null
      readonly labels: readonly string[]
      readonly isReady: boolean
    }
  /** The pull request is merged, and work has landed since: the lane gets another one. */
  | { readonly type: 'pull-renewed'; readonly lane: LaneName }
  /** notes: one sentence for each reviewer who cannot be asked. */
  | {
      readonly type: 'review-asked'
      readonly lane: LaneName
      readonly reviewers: readonly string[]
      readonly notes: readonly string[]
    }
  | {
      readonly type: 'pull-troubled'
      readonly lane: LaneName
      readonly trouble: PullTrouble | null
    }
  | { readonly type: 'forge-troubled'; readonly problem: ForgeProblem | null }

const PULL_FACTS: ReadonlySet<string> = new Set<PullFact['type']>([
  'publishing-begun',
  'pull-published',
  'pull-opened',
  'pull-taken-over',
  'pull-seen',
  'pull-shared',
  'feedback-handed',
  'review-asked',
  'pull-set',
  'pull-renewed',
  'pull-not-needed',
  'pull-troubled',
  'forge-troubled',
])

export const isPullFact = <Fact extends { readonly type: string }>(
  fact: Fact,
): fact is Fact & PullFact => PULL_FACTS.has(fact.type)

/** The part of a run that is about pull requests. */
export interface WithPulls {
  /** null: the run opens no pull requests. */
  readonly publishing: PullRequestSettings | null
  readonly pulls: ReadonlyMap<LaneName, LanePull>
  /** The landed work of each lane, in the order of landing. */
  readonly landedWork: ReadonlyMap<LaneName, readonly LandedPiece[]>
  /** The problem that prevents all publishing; null: there is none. */
  readonly forgeProblem: LastingProblem | null
}

export interface LastingProblem extends ForgeProblem {
  readonly since: number
}

/** People review it with Conductor, because its remote has no page for it. */
export const isKeptHere = ({ opened }: LanePull): boolean => opened?.url === ''

/** People have asked for changes, and an agent has made them since: it is the turn of people again. */
export const isAnswered = ({ sight, answeredBy }: LanePull): boolean =>
  answeredBy !== null && sight?.review === 'changes-requested' && sight.feedback.length === 0

/** We pushed the branch, or were about to. */
export const isPublished = ({ branch }: LanePull): boolean => branch !== ''

/** null: no branch was pushed for the lane yet. */
export function publishedPull(
  { pulls }: Pick<WithPulls, 'pulls'>,
  lane: LaneName,
): LanePull | null {
  const pull = pulls.get(lane)
  return pull !== undefined && isPublished(pull) ? pull : null
}

/** Work that should be published is not. */
export const isUnpublished = ({ forgeProblem, pulls }: WithPulls): boolean =>
  forgeProblem !== null || [...pulls.values()].some(({ trouble }) => trouble !== null)

export const isMerged = (pull: LanePull | undefined): boolean =>
  isContained(pull) || (pull?.sight?.state === 'merged' && pull.takenOverBy === null)

/** There is nothing to merge, so the lane gets no pull request, unless more work lands. */
export const isContained = (pull: LanePull | undefined): boolean => pull?.containedIn != null

/** The pull request is merged, closed or not needed, or belongs to a later run, so it is left alone. */
export const isDone = (pull: LanePull | undefined): boolean =>
  pull !== undefined &&
  (isMerged(pull) || pull.takenOverBy !== null || pull.sight?.state === 'closed')

/** The pull request waits for a person or for its checks. */
export const isOpen = (pull: LanePull): boolean => pull.opened !== null && !isDone(pull)

/** A branch of the run is pushed, and its pull request is not merged or closed yet. */
export const hasUnfinishedPulls = ({ publishing, pulls }: WithPulls): boolean =>
  publishing !== null && [...pulls.values()].some((pull) => isPublished(pull) && !isDone(pull))

/** Every lane that should have a pull request has one, and all of them are merged or closed. */
export const areAllPullsDone = ({ publishing, pulls }: WithPulls): boolean =>
  publishing === null || (pulls.size > 0 && [...pulls.values()].every(isDone))
