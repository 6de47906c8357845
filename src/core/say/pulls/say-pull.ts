/** Pull requests of lanes in words. */
import type { Event } from '../../run/event.ts'
import type { Run } from '../../run/run.ts'
import {
  isAnswered,
  isKeptHere,
  type LanePull,
  type PullFact,
  type PullSight,
  type PullTrouble,
} from '../../forge/lane-pull.ts'
import type { CommitId } from '../../value/ids.ts'
import { sayCount } from '../say-count.ts'
import { firstFew } from '../say-wait.ts'

/** The line about an event; null: the event gets no line. */
export function sayPullFact(event: Event & PullFact, run: Run): string | null {
  switch (event.type) {
    case 'publishing-begun':
      return `each lane becomes a pull request into ${event.settings.into} of ${event.settings.remote}`
    case 'pull-published':
      return `${event.lane}  pushed as ${event.branch}, for ${event.base.branch}`
    case 'pull-opened':
      return `${event.lane}  ${sayOpened(event)}`
    case 'pull-taken-over':
      return `${event.lane}  its pull request has the work of run ${event.by} now`
    case 'pull-seen':
      return event.isNews ? sayChangeSeen(event.lane, run) : null
    case 'pull-shared':
      return `${event.lane}  another person has pushed to its branch; their commits stay`
    case 'feedback-handed':
      return `${event.lane}  ${sayCount(event.ids.length, 'remark')} on its pull request: the task ${event.task} answers`
    case 'pull-set':
      return null
    case 'pull-renewed':
      return `${event.lane}  merged before all had landed; the rest gets another pull request`
    case 'pull-not-needed':
      return sayChangeSeen(event.lane, run)
    case 'review-asked':
      return [
        `${event.lane}  a review was requested from ${firstFew(event.reviewers)}`,
        ...event.notes,
      ].join('; ')
    case 'pull-troubled':
      return event.trouble === null ? null : `${event.lane}  ${sayWithRemedy(event.trouble)}`
    case 'forge-troubled':
      return event.problem === null ? null : `${event.problem.message}; ${event.problem.hint}`
  }
}

function sayOpened({ number, url, tookOverFrom }: PullFact & { type: 'pull-opened' }): string {
  const state = tookOverFrom === undefined ? 'is open' : `of run ${tookOverFrom} has its work now`
  return `pull request #${number} ${state}${url === '' ? '' : `: ${url}`}`
}

/** A line for each change of the status of a pull request. */
function sayChangeSeen(lane: string, run: Run): string | null {
  const pull = [...run.pulls.values()].find((each) => each.lane === lane)
  return pull === undefined ? null : `${lane}  ${sayPullState(pull)}`
}

/** `pull request #12: checks failed (build), changes requested`. */
export function sayPullState(pull: LanePull): string {
  const name = pull.opened === null ? 'pull request' : `pull request #${pull.opened.number}`
  return `${name}: ${sayStanding(pull)}`
}

/** The status of a pull request, without its name. */
export function sayStanding(pull: LanePull): string {
  const { opened, sight, trouble, branch, head, takenOverBy, containedIn } = pull
  if (containedIn !== null) return `${containedIn} has all of its work already`
  if (takenOverBy !== null) return `has the work of run ${takenOverBy} now`
  if (sight !== null && sight.state !== 'open')
    return sight.state === 'merged' ? 'merged' : sayClosed(pull)
  if (trouble !== null) return sayPullTrouble(trouble)
  if (opened === null) return branch === '' ? 'not pushed yet' : 'pushed, not opened yet'
  if (sight === null) return 'open'
  const words = [
    sayOpen(sight, head),
    ...SAY_CI[sight.ci](sight.failing),
    ...sayReview(pull, sight.review),
    ...(sight.feedback.length > 0 ? [`${sayCount(sight.feedback.length, 'remark')} open`] : []),
    ...(sight.mergeable === 'conflict' ? [`conflicts with ${sight.base}`] : []),
    ...(opened.tookOverFrom ? [`replaces the work of run ${opened.tookOverFrom}`] : []),
  ]
  return words.join(', ')
}

const sayClosed = (pull: LanePull): string =>
  isKeptHere(pull) ? 'closed, because its branch was deleted' : 'closed without merging'

/** Nobody should review a head whose checks run or failed, that is not the newest, or that was found wanting. */
function sayOpen({ isDraft, ci, headCommit, feedback }: PullSight, head: CommitId): string {
  if (isDraft) return 'draft'
  const isUnsettled = ci === 'fail' || ci === 'pending' || feedback.length > 0
  return isUnsettled || headCommit !== head ? 'open' : 'ready for review'
}

const SAY_CI = {
  pass: () => ['checks passed'],
  fail: (failing: readonly string[]) => [`checks failed (${firstFew(failing)})`],
  pending: () => ['checks are running'],
  '': () => [],
} as const

const sayReview = (pull: LanePull, review: PullSight['review']): readonly string[] =>
  isAnswered(pull) ? [`answered by ${pull.answeredBy}; look again`] : SAY_REVIEW[review]

const SAY_REVIEW = {
  none: [],
  approved: ['approved'],
  'changes-requested': ['changes requested'],
} as const

function sayPullTrouble(trouble: PullTrouble): string {
  switch (trouble.is) {
    case 'conflict':
      return `conflicts with ${trouble.base} in ${firstFew(trouble.files.map(({ path }) => path))}`
    case 'refused':
      return trouble.problem.message
  }
}

const sayWithRemedy = (trouble: PullTrouble): string =>
  trouble.is === 'refused'
    ? `${trouble.problem.message}; ${trouble.problem.hint}`
    : sayPullTrouble(trouble)
