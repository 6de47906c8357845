/** Takes over a run whose coordinator died: ends the processes that outlived it, and records what it could not. */
import {
  afterAttempt,
  endAsking,
  withoutDelivery,
  type AttemptEnd,
} from '../core/run/after-attempt.ts'
import { afterLanding } from '../core/landing/after-landing.ts'
import { NO_PROFILE, type Outcome } from '../core/run/failure.ts'
import { HinderedBy } from '../core/run/hindrance.ts'
import { laneOf } from '../core/plan/lanes.ts'
import type { TaskId } from '../core/value/ids.ts'
import { openAttempts, stateOf, taskOf, type Attempt, type Run } from '../core/run/run.ts'
import { sealAgain } from './sealing.ts'
import type { AgentEnd, Clock, EventStore, Leftovers } from './ports.ts'
import { recorder, type Tell } from './recorder.ts'
import { trainsOf } from './land/check-train.ts'
import { lookAtBranches } from './watch-branches.ts'
import { targetWatch } from './land/watch-target.ts'
import type { Workshop } from './git-workshop.ts'
import type { ProcessIdentity } from '../core/run/event.ts'

export interface Recovery {
  /** Processes that outlived their coordinator. */
  readonly stopped: number
  /** Attempts whose end was found. */
  readonly unrecorded: number
  /** Tasks whose attempts were cut off; they are tried again, unless a person cancels them. */
  readonly lost: readonly TaskId[]
}

export interface RecoveryPorts {
  readonly store: EventStore
  readonly leftovers: Leftovers
  readonly clock: Clock
  readonly workshop: Workshop | null
  /** The process that recovers the run. */
  readonly process: ProcessIdentity
}

export async function recoverRun(run: Run, ports: RecoveryPorts): Promise<Recovery> {
  const { store, leftovers, clock, workshop, process } = ports
  const open = openAttempts(run)
  const { stopped } = await leftovers.stop(run.workerProcesses.values())
  const { record, commit } = recorder(run, store, clock)
  const tell: Tell = async (facts) => {
    record(facts())
    commit()
  }
  // The earlier coordinator died: the time since then is not time of the run.
  if (run.coordinator !== null) await tell(() => [{ type: 'coordinator-started', process }])
  workshop?.onNote((what) => void tell(() => [{ type: 'noticed', about: null, what }]))
  if (workshop !== null) {
    await findLandings(run, workshop, tell)
    await lookAtBranches(run, workshop, tell)
  }
  const lost: TaskId[] = []
  for (const attempt of open) {
    const outcome = outcomeOf(run, attempt, leftovers.endOf(attempt))
    if (outcome.is === 'lost') lost.push(attempt.task)
    const end = await endOf({ run, workshop, tell }, attempt, outcome)
    const moment = { now: clock.now(), chance: clock.chance() }
    await tell(() => afterAttempt(run, attempt, end, moment))
  }
  return { stopped, unrecorded: open.length - lost.length, lost }
}

/** The dead coordinator may have advanced the target without recording it, or somebody else may have moved it. */
async function findLandings(run: Run, workshop: Workshop, tell: Tell): Promise<void> {
  const { target } = workshop
  await target.letGo(trainsOf(run.id))
  const tip = await target.tip()
  if (tip !== null) {
    const landings = await target.landings(run.target!.base, tip)
    // In the order of landing: the last one is where the target was.
    for (const [attempt, commit] of landings) {
      const task = run.attempts.get(attempt)?.task
      const state = task === undefined ? undefined : stateOf(run, task)
      if (task === undefined || state?.is !== 'landing' || state.attempt !== attempt) continue
      // Anyone can write such a message, so the delivery must be in the commit, too.
      const there = await target.reached([state.delivery.commit], commit)
      const checked = workshop.checkOf(taskOf(run, task)) !== null
      if (there.size > 0) await tell(() => afterLanding(run, task, { commit, checked }))
    }
  }
  await targetWatch(run, workshop, tell).look()
}

/** The work of attempts that were cut off is committed, too, because the task may never be retried. */
async function endOf(
  { run, workshop, tell }: { run: Run; workshop: Workshop | null; tell: Tell },
  attempt: Attempt,
  outcome: Outcome,
): Promise<AttemptEnd> {
  if (workshop === null) return withoutDelivery(outcome)
  if (outcome.is !== 'lost') return sealAgain({ run, workshop, tell }, attempt, outcome)
  if (!hasBegunWork(run, attempt)) return withoutDelivery(outcome)
  try {
    return { ...(await sealAgain({ run, workshop, tell }, attempt, outcome)), outcome }
  } catch (error) {
    // The machine prevents it; the work is committed when the task is tried again.
    if (error instanceof HinderedBy) return withoutDelivery(outcome)
    throw error
  }
}

/** The attempt had a worktree when it was cut off. */
function hasBegunWork(run: Run, { task }: Attempt): boolean {
  const worktree = run.worktrees.get(laneOf(taskOf(run, task)))
  return worktree?.task === task && worktree.isOpen
}

/** A requested stop has been carried out by now, by the old coordinator or by this one. */
function outcomeOf(run: Run, { task, question }: Attempt, end: AgentEnd | null): Outcome {
  const asked = run.stopAsked.get(task)
  if (end !== null && end.is !== 'stopped')
    return question === null ? end : endAsking(end, question)
  return asked === undefined ? { is: 'lost', isUnseen: true } : { is: asked, profile: NO_PROFILE }
}
