/** Takes over a run whose coordinator died: ends what outlived it, and records what it did not live to record. */
import { afterAttempt, withoutDelivery } from '../core/after-attempt.ts'
import type { Outcome, Profile } from '../core/failure.ts'
import { openAttempts, type Attempt, type Run } from '../core/run.ts'
import type { AgentEnd, Clock, EventStore, Leftovers } from './ports.ts'
import { recorder } from './recorder.ts'

export interface Recovery {
  /** Processes that had outlived their coordinator. */
  readonly stopped: number
  /** Attempts whose end was found. */
  readonly found: number
  /** Attempts that have to be made again. */
  readonly lost: number
}

export async function recoverRun(
  run: Run,
  ports: { readonly store: EventStore; readonly leftovers: Leftovers; readonly clock: Clock },
): Promise<Recovery> {
  const { store, leftovers, clock } = ports
  const open = openAttempts(run)
  const { stopped } = await leftovers.stop(run.workerProcesses.values())
  const outcomes = open.map((attempt) => outcomeOf(run, attempt, leftovers.endOf(attempt)))
  const { record, commit } = recorder(run, store, clock)
  open.forEach((attempt, i) => {
    const moment = { now: clock.now(), chance: clock.chance() }
    record(afterAttempt(run, attempt, withoutDelivery(outcomes[i]!), moment))
  })
  commit()
  const lost = outcomes.filter((outcome) => outcome.is === 'lost').length
  return { stopped, found: open.length - lost, lost }
}

/** A stop that was asked for has been carried out by now, whoever got to it first. */
function outcomeOf(run: Run, { task }: Attempt, end: AgentEnd | null): Outcome {
  const asked = run.stopAsked.get(task)
  if (end !== null && end.is !== 'stopped') return end
  return asked === undefined ? { is: 'lost' } : { is: asked, profile: NO_PROFILE }
}

const NO_PROFILE: Profile = { wallSeconds: 0, cpuSeconds: null, peakMemoryBytes: null }
