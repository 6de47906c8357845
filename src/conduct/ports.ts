/** What conducting a run needs from the world. Small, and each with an implementation users want. */
import type { Event, ProcessIdentity } from '../core/run/event.ts'
import type { Outcome, Profile } from '../core/run/failure.ts'
import type { AttemptId, RunId } from '../core/value/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import type { Attempt } from '../core/run/run.ts'
import type { Sign } from '../core/agent/sign.ts'

/** Append-only. What append has returned from survives the machine losing power. */
export interface EventStore {
  /** Of the newest event of any run; 0 when there is none. */
  lastSequence(): number
  append(events: readonly Event[]): void
  eventsOf(run: RunId, after?: number): Iterable<Event>
  /** Newest last. */
  runs(): readonly RunId[]
  close(): void
}

/** One try at one task, as an agent gets it. */
export interface Assignment {
  readonly run: RunId
  readonly attempt: AttemptId
  /** 1 is the first try at this task in this run. */
  readonly number: number
  readonly task: Task
  /** 1 is the first agent; the one with this number is free. */
  readonly worker: number
  readonly place: Place
  /** All that the agent is told; null: the task is a command. */
  readonly prompt: string | null
  /** To be gone on with, if the agent can, by saying this; if it cannot, the prompt says all. */
  readonly conversation: Resumed | null
}

interface Resumed {
  readonly id: string
  readonly say: string
  /** By earlier attempts: some agents count on from there. */
  readonly spentUsd: number
}

/** Where an attempt works. */
interface Place {
  /** Absolute. */
  readonly directory: string
  /** What it is told about it. */
  readonly environment: Readonly<Record<string, string>>
  /** What it leaves is committed when it ends, so by then nothing of it may run, however short it was. */
  readonly isWorktree: boolean
}

/** Why an attempt is stopped from outside. */
export type StopReason = 'cancelled' | 'preempted' | 'lost' | 'timeout' | 'over-budget'

/** Called with whatever the agent lets us know, as soon as it does. */
export type Hear = (sign: Sign) => void

/**
 * steered: it is part of the conversation now, and the agent hears it after the tool it uses. offered:
 * it lies where the agent can read it; a sign tells when it has. too-late: it has ended, or is about to.
 */
export type Guided = 'steered' | 'offered' | 'too-late'

export interface Decision {
  readonly allowed: boolean
  /** For the agent to read. */
  readonly why: string | null
}

export type AgentEnd =
  | Extract<Outcome, { is: 'succeeded' | 'failed' }>
  /** It did as the signal said; nothing of it runs any more. */
  | { readonly is: 'stopped'; readonly profile: Profile; readonly lastLines: readonly string[] }

export interface Agent {
  /** The signal's reason is a StopReason. Resolves when every process of the attempt is gone. */
  attempt(assignment: Assignment, signal: AbortSignal, hear: Hear): Promise<AgentEnd>
  /** Carries a person's words to a running attempt, the sooner the better. */
  guide(attempt: AttemptId, text: string): Promise<Guided>
  /** Answers a permission sign; false: nobody waits for that any more. */
  decide(attempt: AttemptId, request: string, decision: Decision): Promise<boolean>
  /** Called for each process that attempts run under. */
  onWorkerProcess(listener: (worker: number, process: ProcessIdentity) => void): void
  /** Ends every process at once, without waiting for good manners. */
  kill(): void
  close(): Promise<void>
}

/** What an earlier coordinator left behind when it died. */
export interface Leftovers {
  /** Ends whatever still runs of these workers and attempts, whole process trees included. */
  stop(workers: Iterable<ProcessIdentity>): Promise<{ readonly stopped: number }>
  /** The end of an attempt whose coordinator did not live to record it, if it is known. */
  endOf(attempt: Attempt): AgentEnd | null
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** In [0, 1). */
  chance(): number
}
