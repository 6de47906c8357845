/** What conducting a run needs from outside. Each port is small and has an implementation that users want. */
import type { Event, ProcessIdentity } from '../core/run/event.ts'
import type { Outcome, Profile } from '../core/run/failure.ts'
import type { AttemptId, RunId } from '../core/value/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import type { Attempt } from '../core/run/run.ts'
import type { Sign } from '../core/agent/sign.ts'

/** Append-only. Events survive a power failure once `append` has returned. */
export interface EventStore {
  /** The sequence of the newest event of any run; 0 when there is none. */
  lastSequence(): number
  append(events: readonly Event[]): void
  eventsOf(run: RunId, after?: number): Iterable<Event>
  /** The newest run last. */
  runs(): readonly RunId[]
  close(): void
}

/** One attempt at one task, as an agent gets it. */
export interface Assignment {
  readonly run: RunId
  readonly attempt: AttemptId
  /** 1 is the first attempt at this task in this run. */
  readonly number: number
  readonly task: Task
  /** The number of a free worker; 1 is the first. */
  readonly worker: number
  readonly place: Place
  /** The complete prompt; null: the task is a command. */
  readonly prompt: string | null
  /** The conversation to go on with, if the agent can, by saying `say`; otherwise the prompt says everything. */
  readonly conversation: Resumed | null
}

interface Resumed {
  readonly id: string
  readonly say: string
  /** What earlier attempts spent: some agents count on from there. */
  readonly spentUsd: number
}

interface Place {
  /** An absolute path. */
  readonly directory: string
  /** Environment variables that describe the place. */
  readonly environment: Readonly<Record<string, string>>
  /** The agent's work is committed when it ends, so by then none of its processes may run, however short it was. */
  readonly isWorktree: boolean
}

export type StopReason = 'cancelled' | 'preempted' | 'lost' | 'timeout' | 'over-budget'

/** Called with each sign of the agent as soon as it is there. */
export type Hear = (sign: Sign) => void

/**
 * steered: the words are part of the conversation, and the agent hears them after its current tool. offered: the agent
 * can read them; a sign tells when it has. too-late: the agent has ended, or is about to.
 */
export type Guided = 'steered' | 'offered' | 'too-late'

export interface Decision {
  readonly allowed: boolean
  /** For the agent to read. */
  readonly why: string | null
}

export type AgentEnd =
  | Extract<Outcome, { is: 'succeeded' | 'failed' }>
  /** The agent was stopped by the signal; none of its processes runs any more. */
  | { readonly is: 'stopped'; readonly profile: Profile; readonly lastLines: readonly string[] }

export interface Agent {
  /** The signal's reason is a StopReason. Resolves when every process of the attempt is gone. */
  attempt(assignment: Assignment, signal: AbortSignal, hear: Hear): Promise<AgentEnd>
  /** Passes a person's words to a running attempt, as soon as possible. */
  guide(attempt: AttemptId, text: string): Promise<Guided>
  /** Answers a permission request; false: the agent no longer waits for it. */
  decide(attempt: AttemptId, request: string, decision: Decision): Promise<boolean>
  /** Calls the listener for each process that attempts run under. */
  onWorkerProcess(listener: (worker: number, process: ProcessIdentity) => void): void
  /** Kills every process at once, without asking it to end. */
  kill(): void
  close(): Promise<void>
}

/** What an earlier coordinator left behind when it died. */
export interface Leftovers {
  /** Ends whatever still runs of these workers and attempts, whole process trees included. */
  stop(workers: Iterable<ProcessIdentity>): Promise<{ readonly stopped: number }>
  /** The end of an attempt that its coordinator could not record before it died, if it is known. */
  endOf(attempt: Attempt): AgentEnd | null
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** In [0, 1). */
  chance(): number
}
