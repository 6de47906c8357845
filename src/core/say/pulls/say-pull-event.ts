/** What happens to pull requests, as lines of the log of a run. */
import type { Event } from '../../run/event.ts'
import type { Run } from '../../run/run.ts'
import type { PullFact, PullTrouble } from '../../forge/lane-pull.ts'
import { sayCount } from '../say-count.ts'
import { firstFew } from '../say-wait.ts'
import { sayPullState, sayPullTrouble } from './say-pull.ts'

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

const sayWithRemedy = (trouble: PullTrouble): string =>
  trouble.is === 'refused'
    ? `${trouble.problem.message}; ${trouble.problem.hint}`
    : sayPullTrouble(trouble)
