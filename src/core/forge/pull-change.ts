/** Decides what a pull request should look like, and what has to be changed for that. */
import type { Run } from '../run/run.ts'
import type { LanePull } from './lane-pull.ts'
import { ourPart, pullTitle, withOurPart } from './pull-text.ts'
import type { SeenPull } from './seen-pull.ts'
import type { WantedPull } from './wanted-pulls.ts'

export interface PullToOpen {
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
  readonly isDraft: boolean
}

export interface PullChange {
  readonly title?: string
  readonly body?: string
  readonly base?: string
  readonly isDraft?: boolean
  /** Labels to add. */
  readonly labels?: readonly string[]
  /** Reviewers to add: logins, and teams as organisation/team. */
  readonly reviewers?: readonly string[]
}

/** all: every pull request of the run; the text shows them as a stack. */
export const pullToOpen = (
  run: Run,
  wanted: WantedPull,
  pull: LanePull,
  all: readonly WantedPull[],
): PullToOpen => ({
  head: pull.branch,
  base: pull.base.branch,
  title: pullTitle(wanted),
  body: ourPart(run, { wanted, all, head: pull.head }),
  isDraft: !wanted.isReady,
})

/** The changes of people stay: we never change the title back, nor the text around our part. */
export function pullChange(
  run: Run,
  { wanted, pull, seen }: PullToChange,
  all: readonly WantedPull[],
): PullChange {
  const base = pull.base.branch
  const body = withOurPart(seen.body, ourPart(run, { wanted, all, head: pull.head }))
  const missing = (label: string): boolean =>
    !seen.labels.includes(label) && !pull.set.labels.includes(label)
  const labels = run.publishing!.labels.filter(missing)
  const reviewers = reviewersToAsk(run, { wanted, pull, seen })
  return {
    ...(seen.base === base || pull.set.base === base ? {} : { base }),
    ...(seen.body === body ? {} : { body }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(seen.isDraft && wanted.isReady && !pull.set.isReady ? { isDraft: false } : {}),
    ...(reviewers.length === 0 ? {} : { reviewers }),
  }
}

export interface PullToChange {
  readonly wanted: WantedPull
  readonly pull: LanePull
  readonly seen: SeenPull
}

/** Reviewers are asked once: when the pull request is ready, and before anybody has reviewed it. */
function reviewersToAsk(run: Run, { wanted, pull, seen }: PullToChange): readonly string[] {
  if (!wanted.isReady || pull.isReviewAsked || seen.review !== 'none') return []
  return run.publishing!.reviewers.filter((name) => !seen.reviewers.includes(name))
}
