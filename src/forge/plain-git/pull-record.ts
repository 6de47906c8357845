/** The events of a pull request on a plain remote, one per line, and the pull request that is folded from them. */
import type { PersonsDecision } from '../../conduct/forge-ports.ts'
import type { PullChange, PullToOpen } from '../../core/forge/pull-change.ts'
import { JUST_OPENED, type SeenComment, type SeenPull } from '../../core/forge/seen-pull.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'

export type PullEvent = { readonly at: number } & (
  | { readonly is: 'opened'; readonly request: PullToOpen }
  | { readonly is: 'changed'; readonly change: PullChange }
  /** The branch was at `head`, and left its base at `onto`. */
  | { readonly is: 'seen'; readonly head: string; readonly onto: string }
  | {
      readonly is: 'decided'
      readonly decision: PersonsDecision['is']
      readonly text: string
      readonly by: string
    }
)

export interface PullRecord {
  readonly pull: SeenPull
  /** The commit where the branch leaves its base; null: not known yet. */
  readonly onto: CommitId | null
}

/** null: the first line of the file does not open a pull request. */
export function recordOf(number: number, events: readonly PullEvent[]): PullRecord | null {
  const [first, ...rest] = events
  if (first?.is !== 'opened') return null
  return rest.reduce(applyEvent, { pull: opened(number, first.request), onto: null })
}

const opened = (number: number, request: PullToOpen): SeenPull => ({
  ...JUST_OPENED,
  ...request,
  number,
  url: '',
  headCommit: null,
  labels: [],
  reviewers: [],
})

function applyEvent(record: PullRecord, event: PullEvent): PullRecord {
  const { pull } = record
  switch (event.is) {
    case 'opened':
      return record
    case 'changed':
      return { ...record, pull: changed(pull, event.change) }
    case 'seen':
      return {
        pull: { ...pull, headCommit: commitId(event.head) },
        onto: commitId(event.onto),
      }
    case 'decided':
      return { ...record, pull: decided(pull, event) }
  }
}

function changed(pull: SeenPull, change: PullChange): SeenPull {
  const { labels = [], reviewers = [], ...texts } = change
  return {
    ...pull,
    ...texts,
    labels: [...new Set([...pull.labels, ...labels])],
    reviewers: [...new Set([...pull.reviewers, ...reviewers])],
  }
}

function decided(pull: SeenPull, event: PullEvent & { readonly is: 'decided' }): SeenPull {
  const { decision } = event
  const commented =
    event.text === '' ? pull : { ...pull, comments: [...pull.comments, saidIn(pull, event)] }
  switch (decision) {
    case 'closed':
    case 'merged':
      return { ...commented, state: decision }
    case 'changes-requested':
      return { ...commented, review: decision }
    // Without a head: its branch is gone until it is pushed again.
    case 'reopened':
      return { ...commented, state: 'open', headCommit: null }
    // A draft that a person approves is ready.
    case 'approved':
      return {
        ...commented,
        review: decision,
        isDraft: false,
        comments: commented.comments.map(settled),
      }
  }
}

/** Whoever approves wants no more of what was said before. */
const settled = (comment: SeenComment): SeenComment => ({ ...comment, isSettled: true })

const saidIn = (
  { number, comments }: SeenPull,
  { by, text, at, decision }: PullEvent & { readonly is: 'decided' },
): SeenComment => ({
  id: `${number}:${comments.length + 1}`,
  by,
  isBot: false,
  isByMember: true,
  isApproval: decision === 'approved',
  text,
  at,
  url: '',
  place: null,
  isSettled: false,
})
