/**
 * Where attempts are carried out: today in this process (attempt/). Orders, ends and all messages between are plain
 * values, so it may be another process or machine, and the loop would not notice.
 */
import type { Guidance } from '../core/agent/guidance.ts'
import type { Question, Sign } from '../core/agent/sign.ts'
import type { AttemptEnd } from '../core/run/after-attempt.ts'
import type { AttemptOrder } from '../core/run/attempt-order.ts'
import type { ProcessIdentity } from '../core/run/event.ts'
import type { Hindrance } from '../core/run/hindrance.ts'
import type { AttemptId } from '../core/value/ids.ts'
import type { Decision, StopReason } from './ports.ts'
import type { Worktree } from './worktree-ports.ts'

export interface AttemptRunner {
  /** Resolves when none of the attempt's processes runs any more, and what it left in a worktree is committed. */
  attempt(order: AttemptOrder, listener: AttemptListener): Promise<AttemptEnd>
  /** A message for an attempt that has ended, or is not carried out here, is dropped. */
  tell(attempt: AttemptId, message: ToAttempt): void
  /** Calls the listener for each process that attempts run under. */
  onWorkerProcess(listener: (worker: number, process: ProcessIdentity) => void): void
}

/** Receives the messages of an attempt, in the order in which they are sent. */
export interface AttemptListener {
  /** Resolves when the facts that follow from the message are durable; from most signs none follow. */
  hear(message: FromAttempt): Promise<void>
  /** The agent has ended. Resolves with its question that no person has answered, if there is one. */
  agentEnded(): Promise<Question | null>
}

export type FromAttempt =
  | { readonly is: 'opened'; readonly worktree: OpenedWorktree }
  /** Sentences for people. */
  | { readonly is: 'noticed'; readonly what: readonly string[] }
  /** null: the machine no longer hinders the attempt. */
  | { readonly is: 'hindered'; readonly by: Hindrance | null }
  /** The agent begins. said: how much of the guidance is in its prompt. */
  | { readonly is: 'agent-begins'; readonly agent: string | null; readonly said: number }
  | { readonly is: 'sign'; readonly sign: Sign }
  /** said: how much of the guidance is now part of the agent's conversation. */
  | { readonly is: 'steered'; readonly said: number }

export type OpenedWorktree = Pick<Worktree, 'lane' | 'path' | 'branch' | 'base' | 'notes'>

export type ToAttempt =
  | { readonly is: 'stop'; readonly reason: StopReason }
  /** The coordinator lets go of the run, so the attempt no longer waits for the machine. */
  | { readonly is: 'let-go' }
  /** A person has given guidance, or the agent has fetched it. */
  | { readonly is: 'guidance'; readonly guidance: Pick<Guidance, 'said' | 'delivered'> }
  | { readonly is: 'decision'; readonly request: string; readonly decision: Decision }
