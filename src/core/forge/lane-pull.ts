/** The pull request of a lane, as the events tell it: what was pushed, what was opened, what the forge showed last. */
import type { CiStatus } from '../workspace/tracker.ts'
import type { CommitId, LaneName, TaskId } from '../value/ids.ts'
import type { Conflict } from '../landing/delivery.ts'
import type { ForgeProblem } from './forge-problem.ts'
import type { ReviewState, SeenPull } from './seen-pull.ts'

/** How a run publishes its lanes. */
export interface PullRequestSettings {
  readonly remote: string
  /** Before the name of a lane in the name of its branch. */
  readonly prefix: string
  /** The branch of the remote that pull requests go into. */
  readonly into: string
  readonly labels: readonly string[]
  readonly reviewers: readonly string[]
  /** How often feedback on one pull request goes to an agent before a person has to decide. */
  readonly rounds: number
  /** Whose comments an agent may get. */
  readonly listensTo: 'members' | 'anyone'
  /** A text with {summary}, {tasks}, {checks}, {test_plan}, {closes} and {stack}; null: our own. */
  readonly template: string | null
}

/** A piece of landed work: `git diff base commit` is what was done. */
export interface LandedPiece {
  readonly task: TaskId
  readonly base: CommitId
  readonly commit: CommitId
}

/** What a pull request was put on. */
export interface PullBase {
  /** The branch it goes into. */
  readonly branch: string
  /** The commit its work begins at. */
  readonly onto: CommitId
  /** The lanes below it in its stack, with the heads they had. */
  readonly below: readonly { readonly lane: LaneName; readonly head: CommitId }[]
}

export interface LanePull {
  readonly lane: LaneName
  readonly branch: string
  readonly base: PullBase
  /** The newest commit of the branch that we know of. */
  readonly head: CommitId
  /** The pieces of work that are in it, by their commits. */
  readonly pieces: readonly CommitId[]
  /** Everything that we have pushed to the branch, or were about to push; the newest last. */
  readonly published: readonly PublishedHead[]
  /** A person has pushed to the branch, so we only add to it. */
  readonly isShared: boolean
  /** null: not opened yet. */
  readonly opened: { readonly number: number; readonly url: string } | null
  readonly sight: PullSight | null
  /** What was handed to an agent already. */
  readonly handed: readonly string[]
  /** The follow-up tasks, the oldest first. */
  readonly rounds: readonly TaskId[]
  /** The reviewers of the settings were asked, those that can be. */
  readonly isReviewAsked: boolean
  readonly trouble: PullTrouble | null
}

/** A commit that we made for the branch, and what is in it. */
interface PublishedHead {
  readonly head: CommitId
  readonly base: PullBase
  readonly pieces: readonly CommitId[]
}

/** What the forge showed last, as far as we use it. */
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
  /** What people, bots and checks say and no agent has been given yet. */
  readonly feedback: readonly FeedbackLine[]
  readonly at: number
}

export interface FeedbackLine {
  readonly id: string
  readonly by: string
  readonly kind: 'check' | 'comment'
  /** The beginning of it, one line. */
  readonly line: string
}

/** Why the branch of a lane cannot be brought up to date just now. */
export type PullTrouble =
  /** Its work cannot be put on the base that it needs now. */
  | { readonly is: 'conflict'; readonly base: string; readonly files: readonly Conflict[] }
  | { readonly is: 'refused'; readonly problem: ForgeProblem }

export type PullFact =
  /** From now on lanes with work become pull requests. */
  | { readonly type: 'publishing-begun'; readonly settings: PullRequestSettings }
  /** Durable before the push: whoever finds the commit on the remote knows that it is ours. */
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
    }
  /** isNews: how it stands has changed in a way that is worth a word. */
  | {
      readonly type: 'pull-seen'
      readonly lane: LaneName
      readonly sight: PullSight
      readonly isNews: boolean
    }
  /** Somebody else has pushed to the branch. upon: the commit of ours that theirs build on; null: none. */
  | {
      readonly type: 'pull-shared'
      readonly lane: LaneName
      readonly head: CommitId
      readonly upon: CommitId | null
    }
  /** Feedback becomes a task of the lane, which is added in the same turn. */
  | {
      readonly type: 'feedback-handed'
      readonly lane: LaneName
      readonly task: TaskId
      readonly ids: readonly string[]
    }
  /** notes: a sentence about each reviewer who cannot be asked. */
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
  'pull-seen',
  'pull-shared',
  'feedback-handed',
  'review-asked',
  'pull-troubled',
  'forge-troubled',
])

export const isPullFact = <Fact extends { readonly type: string }>(
  fact: Fact,
): fact is Fact & PullFact => PULL_FACTS.has(fact.type)

/** The part of a run that this is about. */
export interface WithPulls {
  /** null: lanes do not become pull requests. */
  readonly publishing: PullRequestSettings | null
  readonly pulls: ReadonlyMap<LaneName, LanePull>
  /** The work of each lane that is in the target, in the order of its landing. */
  readonly landedWork: ReadonlyMap<LaneName, readonly LandedPiece[]>
  /** Nothing can be published because of it. */
  readonly forgeProblem: LastingProblem | null
}

interface LastingProblem extends ForgeProblem {
  readonly since: number
}

type Draft = {
  publishing: PullRequestSettings | null
  pulls: Map<LaneName, LanePull>
  forgeProblem: LastingProblem | null
}

export function applyPullFact(run: Draft, fact: PullFact, at: number): void {
  if (fact.type === 'publishing-begun') {
    run.publishing = fact.settings
    return
  }
  if (fact.type === 'forge-troubled') {
    run.forgeProblem = fact.problem && { ...fact.problem, since: at }
    return
  }
  const before = run.pulls.get(fact.lane)
  if (fact.type === 'pull-published') {
    run.pulls.set(fact.lane, published(before ?? null, fact))
    return
  }
  const troubled = before ?? (fact.type === 'pull-troubled' ? unpublished(fact.lane) : undefined)
  if (troubled === undefined)
    throw new Error(`${fact.type} before the lane ${fact.lane} was published`)
  run.pulls.set(fact.lane, changed(troubled, fact))
}

function published(
  before: LanePull | null,
  { lane, branch, base, head, pieces, isShared }: PullFact & { type: 'pull-published' },
): LanePull {
  const blank = before ?? unpublished(lane)
  const own = [...blank.published.filter((each) => each.head !== head), { head, base, pieces }]
  return { ...blank, branch, base, head, pieces, isShared, published: own, trouble: null }
}

const NOTHING = '' as CommitId

/** A lane that could not be published at all is only its trouble. */
const unpublished = (lane: LaneName): LanePull => ({
  lane,
  branch: '',
  base: { branch: '', onto: NOTHING, below: [] },
  head: NOTHING,
  pieces: [],
  published: [],
  isShared: false,
  opened: null,
  sight: null,
  handed: [],
  rounds: [],
  isReviewAsked: false,
  trouble: null,
})

function changed(
  pull: LanePull,
  fact: Exclude<PullFact, { type: 'publishing-begun' | 'pull-published' | 'forge-troubled' }>,
): LanePull {
  switch (fact.type) {
    case 'pull-opened':
      return { ...pull, opened: { number: fact.number, url: fact.url } }
    case 'pull-seen':
      return { ...pull, sight: fact.sight }
    case 'pull-shared':
      return { ...pull, ...partOf(pull, fact.upon), head: fact.head, isShared: true }
    case 'feedback-handed':
      return {
        ...pull,
        handed: [...pull.handed, ...fact.ids],
        rounds: [...pull.rounds, fact.task],
        sight: pull.sight && withoutFeedback(pull.sight, fact.ids),
      }
    case 'review-asked':
      return { ...pull, isReviewAsked: true }
    case 'pull-troubled':
      return { ...pull, trouble: fact.trouble }
  }
}

/**
 * What is in a branch that others have pushed to: a newer commit of ours may never have arrived, and then its work is
 * put on top of theirs.
 */
function partOf(
  { published, base }: LanePull,
  upon: CommitId | null,
): Pick<LanePull, 'base' | 'pieces'> {
  const known = published.find(({ head }) => head === upon)
  return { base: known?.base ?? base, pieces: known?.pieces ?? [] }
}

const withoutFeedback = (sight: PullSight, ids: readonly string[]): PullSight => ({
  ...sight,
  feedback: sight.feedback.filter(({ id }) => !ids.includes(id)),
})

/** The branch was pushed at least once, or was about to be. */
export const isPublished = ({ branch }: LanePull): boolean => branch !== ''

/** null: nothing was pushed for the lane yet. */
export function publishedPull(
  { pulls }: Pick<WithPulls, 'pulls'>,
  lane: LaneName,
): LanePull | null {
  const pull = pulls.get(lane)
  return pull !== undefined && isPublished(pull) ? pull : null
}

/** Something that should be published is not. */
export const isUnpublished = ({ forgeProblem, pulls }: WithPulls): boolean =>
  forgeProblem !== null || [...pulls.values()].some(({ trouble }) => trouble !== null)

export const isMerged = (pull: LanePull | undefined): boolean => pull?.sight?.state === 'merged'

/** Nothing more is done for it: it is merged, or a person has closed it. */
export const isDone = (pull: LanePull | undefined): boolean =>
  pull?.sight != null && pull.sight.state !== 'open'
