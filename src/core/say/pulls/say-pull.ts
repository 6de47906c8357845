/** The status of a pull request in words. The page loads it with the board. */
import {
  isAnswered,
  isKeptHere,
  type LanePull,
  type PullSight,
  type PullTrouble,
} from '../../forge/lane-pull.ts'
import type { CommitId } from '../../value/ids.ts'
import { sayCount } from '../say-count.ts'
import { firstFew } from '../say-wait.ts'

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

/** Without what to do about it. */
export function sayPullTrouble(trouble: PullTrouble): string {
  switch (trouble.is) {
    case 'conflict':
      return `conflicts with ${trouble.base} in ${firstFew(trouble.files.map(({ path }) => path))}`
    case 'refused':
      return trouble.problem.message
  }
}
