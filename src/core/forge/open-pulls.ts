/** The open pull requests of a run that is not the one that is shown: how many there are, and what to type about them. */
import type { Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { RunId } from '../value/ids.ts'
import { isOpen, type LanePull } from './lane-pull.ts'
import { pullNeeds } from './pull-need.ts'

export interface OpenPullsDocument {
  readonly run: string
  readonly open: number
  /** Those that a person can review and merge. */
  readonly ready: number
  /** Those that only a person can bring further. */
  readonly stuck: number
  /** Those with feedback that an agent can answer. */
  readonly to_answer: number
  readonly command: string
  /** All of it in one line. */
  readonly says: string
}

/** null: none is open. */
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

/** Each of the runs, with the pull requests that a later one of them has taken over since the forge was last asked. */
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
