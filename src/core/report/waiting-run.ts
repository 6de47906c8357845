/** The recent runs that are not shown, stand still and need decisions: a newer run must not hide them. */
import { foldRun } from '../run/apply-event.ts'
import type { Event } from '../run/event.ts'
import type { Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { RunId } from '../value/ids.ts'
import { attentionFor } from './attention-document.ts'
import { countNeeds } from './waits-for-you.ts'

export interface WaitingRun {
  readonly run: string
  /** The name of its plan. */
  readonly plan: string
  /** How many things stand still until a person acts. */
  readonly decisions: number
  readonly command: string
  /** The run, its decisions and the command in one line. */
  readonly says: string
}

interface Log {
  /** Of the latest runs, this many at most, those that are not over. */
  unfinishedRuns?(most: number): readonly RunId[]
  eventsOf(run: RunId): Iterable<Event>
}

export interface Shown {
  /** The run that the user sees anyway. */
  readonly shown: RunId
  /** null: no run is conducted. */
  readonly conducted: RunId | null
  readonly now: number
}

/** The oldest first. */
export const waitingRuns = (log: Log, { shown, conducted, now }: Shown): readonly WaitingRun[] =>
  (log.unfinishedRuns?.(MOST_LOOKED_AT) ?? [])
    .filter((id) => id !== shown)
    .flatMap((id) => foldRun(log.eventsOf(id)) ?? [])
    .flatMap((run) => waitingRun(run, now, run.id === conducted) ?? [])

/** A user hardly wants to go on with an older run than these. */
export const MOST_LOOKED_AT = 20

function waitingRun(run: Run, now: number, isConducted: boolean): WaitingRun | null {
  const decisions = run.ended === null ? countNeeds(attentionFor(run, { now, isConducted })) : 0
  if (decisions === 0) return null
  const command = `conductor attention ${run.id}`
  const says = `Run ${run.id} needs you: ${sayCount(decisions, 'decision')}: ${command}`
  return { run: run.id, plan: run.plan.name, decisions, command, says }
}
