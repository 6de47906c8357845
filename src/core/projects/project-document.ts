/** A project (a repository that Conductor was used in) as lists show it: its newest run, and what needs a person. */
import { isUrgent, type Attention } from '../report/attention.ts'
import { attentionFor, type Conducted } from '../report/attention-document.ts'
import { statusNow, type Summary } from '../report/summary.ts'
import type { WaitingRun } from '../report/waiting-run.ts'
import { WAITS_FOR_YOU, waitsForYou } from '../report/waits-for-you.ts'
import type { Run } from '../run/run.ts'

export interface ProjectDocument {
  readonly id: string
  readonly name: string
  readonly folder: string
  /** Whether the server was started there; for a command: whether it was called there. */
  readonly is_current: boolean
  /** missing: the folder is gone. broken: the records of its runs cannot be read. */
  readonly state: 'ok' | 'missing' | 'broken'
  /** Why it is broken. */
  readonly problem: string | null
  /** The newest run; null: none yet, or it cannot be read. */
  readonly run: ProjectRun | null
  /** How many things stand still until a person acts. */
  readonly needs_you: number
  /** How many needs there are in all, including those that hold nothing up. */
  readonly attention: number
  /** Other recent runs that stand still and need decisions: a newer run must not hide them. */
  readonly waiting_runs: readonly WaitingRun[]
}

export interface ProjectRun {
  readonly id: string
  readonly plan: string
  readonly status: Summary['status']
  /** The status in words: a run that waits for a person says so. */
  readonly says: string
  readonly landed: number
  readonly total: number
  /** When something was last recorded, in ISO form. */
  readonly last_event_at: string
}

/** What is read of a project, apart from where it is. */
export type ProjectGlance = Pick<
  ProjectDocument,
  'state' | 'problem' | 'run' | 'needs_you' | 'attention' | 'waiting_runs'
>

export const MISSING: ProjectGlance = {
  state: 'missing',
  problem: null,
  run: null,
  needs_you: 0,
  attention: 0,
  waiting_runs: [],
}

export const brokenProject = (problem: string): ProjectGlance => ({
  ...MISSING,
  state: 'broken',
  problem,
})

/** run null: nothing was started there yet. */
export function glanceAt(
  run: Run | null,
  now: number,
  conducted: Conducted,
  waitingRuns: readonly WaitingRun[] = [],
): ProjectGlance {
  const items = run === null ? [] : needsInQueue(run, now, conducted)
  return {
    state: 'ok',
    problem: null,
    run: run && runRow(run, now, conducted.isConducted),
    needs_you: items.filter(isUrgent).length,
    attention: items.length,
    waiting_runs: waitingRuns,
  }
}

/** The same queue as in the project itself: also a run that is over has pull requests to review, or failed tasks. */
export const needsInQueue = (run: Run, now: number, conducted: Conducted): readonly Attention[] =>
  attentionFor(run, { now, ...conducted })

function runRow(run: Run, now: number, isConducted: boolean): ProjectRun {
  const status = statusNow(run, isConducted)
  const waits = status !== 'paused' && waitsForYou(run, now)
  return {
    id: run.id,
    plan: run.plan.name,
    status,
    says: waits ? WAITS_FOR_YOU : status,
    landed: run.counts.landed,
    total: run.plan.tasks.length,
    last_event_at: new Date(run.lastEventAt).toISOString(),
  }
}
