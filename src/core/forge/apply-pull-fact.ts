/** Folds the events of publishing into the pull requests of a run. */
import type { CommitId, LaneName, TaskId } from '../value/ids.ts'
import type {
  LanePull,
  LastingProblem,
  PullFact,
  PullRequestSettings,
  PullSight,
} from './lane-pull.ts'

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
  const pull = before ?? (isFirst(fact) ? unpublished(fact.lane) : undefined)
  if (pull === undefined) throw new Error(`${fact.type} before the lane ${fact.lane} was published`)
  run.pulls.set(fact.lane, changed(pull, fact))
}

/** The task may be the answer to what was said about the pull request of its lane. */
export function noteAnswer({ pulls }: Pick<Draft, 'pulls'>, lane: LaneName, task: TaskId): void {
  const pull = pulls.get(lane)
  if (pull?.rounds.at(-1) === task) pulls.set(lane, { ...pull, answeredBy: task })
}

/** What can be recorded of a lane that was never published. */
const isFirst = ({ type }: PullFact): boolean =>
  type === 'pull-troubled' || type === 'pull-not-needed'

function published(
  before: LanePull | null,
  { lane, branch, base, head, pieces, isShared }: PullFact & { type: 'pull-published' },
): LanePull {
  const blank = before ?? unpublished(lane)
  const own = [...blank.published.filter((each) => each.head !== head), { head, base, pieces }]
  return {
    ...blank,
    branch,
    base,
    head,
    pieces,
    isShared,
    published: own,
    containedIn: null,
    trouble: null,
  }
}

const NOTHING = '' as CommitId

/** The lane has no branch yet; the value only holds its trouble, or why it needs none. */
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
  answeredBy: null,
  set: { base: null, labels: [], isReady: false },
  earlier: { numbers: [], pieces: [] },
  takenOverBy: null,
  containedIn: null,
  isReviewAsked: false,
  trouble: null,
})

function changed(
  pull: LanePull,
  fact: Exclude<PullFact, { type: 'publishing-begun' | 'pull-published' | 'forge-troubled' }>,
): LanePull {
  switch (fact.type) {
    case 'pull-opened': {
      const { number, url, tookOverFrom } = fact
      const opened = { number, url, ...(tookOverFrom === undefined ? {} : { tookOverFrom }) }
      return { ...pull, opened }
    }
    case 'pull-taken-over':
      return { ...pull, takenOverBy: fact.by, trouble: null }
    case 'pull-not-needed':
      return { ...pull, containedIn: fact.containedIn, trouble: null }
    case 'pull-seen':
      return { ...pull, sight: fact.sight }
    case 'pull-shared':
      return { ...pull, ...partOf(pull, fact.upon), head: fact.head, isShared: true }
    case 'feedback-handed':
      return {
        ...pull,
        handed: [...pull.handed, ...fact.ids],
        rounds: [...pull.rounds, fact.task],
        answeredBy: null,
        sight: pull.sight && withoutFeedback(pull.sight, fact.ids),
      }
    case 'pull-set':
      return {
        ...pull,
        set: {
          base: fact.base ?? pull.set.base,
          labels: [...pull.set.labels, ...fact.labels],
          isReady: fact.isReady || pull.set.isReady,
        },
      }
    case 'pull-renewed':
      return {
        ...unpublished(pull.lane),
        published: pull.published,
        handed: pull.handed,
        rounds: pull.rounds,
        earlier: {
          numbers: [...pull.earlier.numbers, pull.opened!.number],
          pieces: [...pull.earlier.pieces, ...pull.pieces],
        },
      }
    case 'review-asked':
      return { ...pull, isReviewAsked: true }
    case 'pull-troubled':
      return { ...pull, trouble: fact.trouble }
  }
}

/**
 * The pieces of work in a branch that others have pushed to. A newer commit of ours may never have reached the
 * remote; its work is then put on top of their commits.
 */
function partOf(
  { published, base }: LanePull,
  upon: CommitId | null,
): Pick<LanePull, 'base' | 'pieces'> {
  const builtUpon = published.find(({ head }) => head === upon)
  return { base: builtUpon?.base ?? base, pieces: builtUpon?.pieces ?? [] }
}

const withoutFeedback = (sight: PullSight, ids: readonly string[]): PullSight => ({
  ...sight,
  feedback: sight.feedback.filter(({ id }) => !ids.includes(id)),
})
