/** The open pull requests of another run than the one that is shown: how many there are, and what to type about them. */
import type { Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { RunId } from '../value/ids.ts'
import { isOpen, type LanePull } from './lane-pull.ts'
import { pullNeeds } from './pull-need.ts'

export interface OpenPullsDocument {
  readonly run: string
  readonly open: number
  /** The pull requests that a person can review and merge. */
  readonly ready: number
  /** The pull requests that need a decision of a person. */
  readonly stuck: number
  /** The pull requests with feedback that an agent can answer. */
  readonly to_answer: number
  readonly command: string
  /** Everything above in one line. */
  readonly says: string
}

/** null: no pull request is open. */
export function openPulls(run: Run): OpenPullsDocument | null {
  const open = [...run.pulls.values()].filter(isOpen)
  if (open.length === 0) return null
  const needs = pullNeeds(run)
  const count = (is: 'ready' | 'stuck'): number => needs.filter((need) => need.is === is).length
  const heard = open.filter(
    (pull) => pull.sight?.feedback.length && !needs.some((need) => need.pull === pull),
  )
  const counts = { open: open.length, stuck: count('stuck'), to_answer: heard.length }
  const command =
    heard.length > 0 ? `conductor pr sync --run ${run.id}` : `conductor pr --run ${run.id}`
  const says = `Run ${run.id} has ${sayCounts(counts)}: ${command}`
  return { run: run.id, ...counts, ready: count('ready'), command, says }
}

const sayCounts = ({
  open,
  stuck,
  to_answer: heard,
}: Pick<OpenPullsDocument, 'open' | 'stuck' | 'to_answer'>): string =>
  [
    sayCount(open, 'open pull request'),
    ...(stuck > 0 ? [`${stuck} stuck`] : []),
    ...(heard > 0 ? [`${heard} with feedback for an agent`] : []),
  ].join(', ')

/** The runs, in which the pull requests that a later run has taken over since the last look are marked. */
export const withLaterOwners = (runs: readonly Run[]): readonly Run[] =>
  runs.map((run) => {
    const pulls = [...run.pulls].map(([lane, pull]) => {
      const takenOverBy = pull.takenOverBy ?? laterOwnerAmong(runs, run, pull)
      return [lane, { ...pull, takenOverBy }] as const
    })
    return { ...run, pulls: new Map(pulls) }
  })

function laterOwnerAmong(
  runs: readonly Run[],
  { id, publishing }: Run,
  { opened }: LanePull,
): RunId | null {
  const has = ({ pulls }: Run): boolean =>
    [...pulls.values()].some((pull) => pull.opened?.number === opened?.number)
  const owner = runs.find(
    (run) =>
      Number(run.id) > Number(id) && run.publishing?.remote === publishing?.remote && has(run),
  )
  return opened === null ? null : (owner?.id ?? null)
}
