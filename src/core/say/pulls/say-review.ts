/** What can be done about a pull request that people review here, because its remote has no page for it. */
import { canAgentAnswer, tasksIn } from '../../forge/answering.ts'
import type { LanePull, PullRequestSettings } from '../../forge/lane-pull.ts'
import type { ReviewState } from '../../forge/seen-pull.ts'
import type { Run } from '../../run/run.ts'
import { conductorLine, type Way } from '../../text/command-line.ts'
import type { LaneName, TaskId } from '../../value/ids.ts'
import { sayCount } from '../say-count.ts'

export type ReviewDecision = Exclude<ReviewState, 'none'>

interface Review {
  readonly lane: LaneName
  readonly is: ReviewDecision
  readonly isConducted: boolean
}

/** After the review of a person. */
export function sayAfterReview(run: Run, { lane, is, isConducted }: Review): string {
  const pull = run.pulls.get(lane)!
  const seen = pull.sight?.review === is ? '' : `${saySeenLater(run, isConducted)} `
  if (is === 'approved') return `${seen}${sayHowToMerge(pull, run.publishing!)}`
  const why = whyNoAgent(run, pull)
  if (why !== null)
    return `${seen}No agent gets it, because ${why}. ${sayFix(pull, run.publishing!)}`
  return isConducted
    ? `Run ${run.id} hands it to the agent when it looks again.`
    : `Hand it to the agent: conductor pr sync --run ${run.id}`
}

/** The review is kept; the run has not looked since. */
const saySeenLater = ({ id }: Run, isConducted: boolean): string =>
  isConducted
    ? `Run ${id} sees it when it looks again.`
    : `Your review is kept, and run ${id} sees it with the next \`conductor pr sync --run ${id}\`.`

/** null: an agent gets what people say about it. */
function whyNoAgent(run: Run, pull: LanePull): string | null {
  const tasks = tasksIn(run, pull.lane)
  if (canAgentAnswer(run, pull, tasks)) return null
  return tasks.some(({ work }) => work.is === 'prompt')
    ? `agents have answered ${sayCount(pull.rounds.length, 'time')} already`
    : 'its work comes from a command'
}

export type Published = Pick<PullRequestSettings, 'remote' | 'into'>

export const sayHowToMerge = ({ branch, base }: LanePull, { remote, into }: Published): string =>
  base.branch === into
    ? `To merge it, merge ${remote}/${branch} into ${into} and push ${into}.`
    : `It stands on ${base.branch}, which has to be merged first.`

/** The commands to type. */
export const reviewWays = ({ sight }: LanePull, task: TaskId): readonly Way[] => [
  ...(sight?.review === 'approved'
    ? []
    : [
        {
          command: conductorLine('pr approve', task),
          does: sight?.isDraft === true ? 'approve it, and make it ready' : 'approve it',
        },
      ]),
  { command: conductorLine('pr request-changes', task, '"..."'), does: 'say what has to change' },
]

export const sayFix = ({ branch }: LanePull, { remote }: Published): string =>
  `Push a fix to ${branch} of ${remote}, then approve it.`
