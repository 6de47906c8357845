/** Feedback on a pull request: failed checks, and comments of people and bots. */
import { oneLineOf } from '../text/plain-text.ts'
import type { FeedbackLine, LanePull, PullRequestSettings, PullSight } from './lane-pull.ts'
import { ciOf, type SeenCheck, type SeenComment, type SeenPull } from './seen-pull.ts'

export type Feedback =
  | { readonly kind: 'check'; readonly id: string; readonly check: SeenCheck }
  | { readonly kind: 'comment'; readonly id: string; readonly comment: SeenComment }

/** The feedback that no agent has got yet, failed checks first. */
export function newFeedback(
  seen: SeenPull,
  { handed }: Pick<LanePull, 'handed'>,
  { listensTo }: Pick<PullRequestSettings, 'listensTo'>,
): readonly Feedback[] {
  const checks = seen.checks
    .filter(({ is }) => is === 'fail')
    .map(
      (check) =>
        ({ kind: 'check', id: `check ${check.name} ${seen.headCommit ?? ''}`, check }) as const,
    )
  const comments = seen.comments
    .filter((comment) => isWanted(comment, listensTo))
    .map((comment) => ({ kind: 'comment', id: comment.id, comment }) as const)
  return [...checks, ...comments].filter(({ id }) => !handed.includes(id))
}

/** Agents do not get the comments of strangers, who could write any instruction. A bot was installed by the owners of the repository. */
const isWanted = (comment: SeenComment, listensTo: PullRequestSettings['listensTo']): boolean =>
  !comment.isSettled &&
  !comment.isApproval &&
  comment.text.trim() !== '' &&
  (comment.isBot || comment.isByMember || listensTo === 'anyone')

const MOST_LINES = 20
const LONGEST_LINE = 200

/** What the run records about a pull request; null: the run knows it already. */
export function newSight(
  seen: SeenPull,
  pull: LanePull,
  settings: PullRequestSettings,
  now: number,
): PullSight | null {
  const sight = sightOf(seen, newFeedback(seen, pull, settings), now)
  return isSameSight(pull.sight, sight) ? null : sight
}

const sightOf = (seen: SeenPull, feedback: readonly Feedback[], at: number): PullSight => ({
  state: seen.state,
  isDraft: seen.isDraft,
  headCommit: seen.headCommit,
  base: seen.base,
  mergeCommit: seen.mergeCommit,
  mergeable: seen.mergeable,
  ci: ciOf(seen.checks),
  failing: seen.checks.filter(({ is }) => is === 'fail').map(({ name }) => oneLineOf(name)),
  review: seen.review,
  feedback: feedback.slice(0, MOST_LINES).map(lineOf),
  at,
})

const lineOf = (feedback: Feedback): FeedbackLine =>
  feedback.kind === 'check'
    ? {
        id: feedback.id,
        kind: 'check',
        by: oneLineOf(feedback.check.name),
        line: cut(feedback.check.summary),
      }
    : {
        id: feedback.id,
        kind: 'comment',
        by: feedback.comment.by,
        line: cut(feedback.comment.text),
      }

const cut = (text: string): string => oneLineOf(text).slice(0, LONGEST_LINE)

/** Compares everything but the time. */
const isSameSight = (one: PullSight | null, other: PullSight): boolean =>
  one !== null && JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 })
