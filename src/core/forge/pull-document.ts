/** The pull requests of a run as a document, for programs and the page. */
import { laneOf } from '../plan/lanes.ts'
import type { Run } from '../run/run.ts'
import { sayStanding } from '../say/pulls/say-pull.ts'
import { laneName, type LaneName } from '../value/ids.ts'
import type { CiStatus } from '../workspace/tracker.ts'
import {
  isAnswered,
  isContained,
  isDone,
  type FeedbackLine,
  type LanePull,
  type PullTrouble,
} from './lane-pull.ts'
import { ourPart, pullTitle, readable } from './pull-text.ts'
import type { ReviewState } from './seen-pull.ts'
import { wantedPulls } from './wanted-pulls.ts'

export interface PullRequestRow {
  readonly lane: string
  readonly tasks: readonly string[]
  readonly title: string
  readonly branch: string | null
  readonly base: string | null
  /** The lanes below this one in the stack. */
  readonly below: readonly string[]
  readonly number: number | null
  readonly url: string | null
  readonly state: 'not_pushed' | 'pushed' | 'draft' | 'open' | 'merged' | 'closed' | 'taken_over'
  readonly ci: CiStatus
  readonly failing: readonly string[]
  readonly review: ReviewState
  /** How often an agent has answered feedback. */
  readonly rounds: number
  /** An agent has made the changes that people asked for; it is their turn again. */
  readonly is_answered: boolean
  readonly feedback: readonly Omit<FeedbackLine, 'id'>[]
  readonly trouble: PullTrouble['is'] | null
  /** The status in words. */
  readonly says: string
}

/** A row with its text. */
export interface ToldPullRequest extends PullRequestRow {
  /** What it says about its work; null: it has a page, which shows it, or is not opened yet. */
  readonly text: string | null
}

export interface PullRequestsDocument {
  readonly run: string
  readonly remote: string | null
  readonly into: string | null
  readonly pull_requests: readonly ToldPullRequest[]
  readonly problem: string | null
  readonly hint: string | null
}

/** only: the pull request of this lane; null: all. */
export function pullDocument(run: Run, only: LaneName | null = null): PullRequestsDocument {
  return {
    run: run.id,
    remote: run.publishing?.remote ?? null,
    into: run.publishing?.into ?? null,
    pull_requests: pullRows(run)
      .filter(({ lane }) => only === null || lane === only)
      .map((row) => ({ ...row, text: pullText(run, row.lane) })),
    problem: run.forgeProblem?.message ?? null,
    hint: run.forgeProblem?.hint ?? null,
  }
}

/** The text of a pull request that has no page; null: it has one, or is not opened yet. */
export function pullText(run: Run, lane: string): string | null {
  const { opened = null, head } = run.pulls.get(laneName(lane)) ?? {}
  if (opened === null || opened.url !== '') return null
  const all = wantedPulls(run)
  const wanted = all.find((each) => each.lane === lane)
  return wanted === undefined ? null : readable(ourPart(run, { wanted, all, head: head! }))
}

/** The lowest of each stack first. */
export function pullRows(run: Run): readonly PullRequestRow[] {
  return run.publishing === null
    ? []
    : wantedPulls(run).map((wanted) => {
        const pull = run.pulls.get(wanted.lane)
        const { sight = null, opened = null, trouble = null } = pull ?? {}
        const isPushed = pull !== undefined && pull.branch !== ''
        return {
          lane: wanted.lane,
          tasks: wanted.tasks.map(({ id }) => id),
          title: pullTitle(wanted),
          branch: isPushed ? pull.branch : null,
          base: isPushed ? pull.base.branch : null,
          below: wanted.below,
          number: opened?.number ?? null,
          url: opened === null || opened.url === '' ? null : opened.url,
          state: stateOf(pull),
          ci: sight?.ci ?? '',
          failing: sight?.failing ?? [],
          review: sight?.review ?? 'none',
          rounds: pull?.rounds.length ?? 0,
          is_answered: pull !== undefined && isAnswered(pull),
          feedback: (isDone(pull) ? [] : (sight?.feedback ?? [])).map(({ by, kind, line }) => ({
            by,
            kind,
            line,
          })),
          trouble: isDone(pull) ? null : (trouble?.is ?? null),
          says: pull === undefined ? 'not pushed yet' : sayStanding(pull),
        }
      })
}

/** The URL of the pull request with the work of a task; null: none is open. */
export function pullAddress(
  run: Pick<Run, 'pulls'>,
  task: Parameters<typeof laneOf>[0],
): string | null {
  const url = run.pulls.get(laneOf(task))?.opened?.url ?? ''
  return url === '' ? null : url
}

function stateOf(pull: LanePull | undefined): PullRequestRow['state'] {
  if (isContained(pull)) return 'merged'
  if (pull === undefined || pull.branch === '') return 'not_pushed'
  if (pull.takenOverBy !== null) return 'taken_over'
  if (pull.opened === null) return 'pushed'
  if (pull.sight === null) return 'open'
  if (pull.sight.state !== 'open') return pull.sight.state
  return pull.sight.isDraft ? 'draft' : 'open'
}
