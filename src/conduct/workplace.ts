/**
 * Where attempts are carried out: in this process today (work-here.ts). An order goes in and an end comes out, and all
 * that is said meanwhile are plain values, too. So it may be another process or machine, and the loop would not notice.
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

export interface Workplace {
  /** Resolves when nothing of the attempt runs any more, and what it left in a worktree is committed. */
  attempt(order: AttemptOrder, listener: AttemptListener): Promise<AttemptEnd>
  /** A message for an attempt that has ended, or is not carried out here, is dropped. */
  tell(attempt: AttemptId, message: ToAttempt): void
  /** Called for each process that attempts run under. */
  onWorkerProcess(listener: (worker: number, process: ProcessIdentity) => void): void
}

/** Who is told what goes on in an attempt, in the order in which it happens. */
export interface AttemptListener {
  /** Resolves when the facts that follow from the message are durable; from most signs none follow. */
  hear(message: FromAttempt): Promise<void>
  /** Its agent has ended. Answered with what that has asked and nobody has answered. */
  agentEnded(): Promise<Question | null>
}

export type FromAttempt =
  | { readonly is: 'opened'; readonly worktree: OpenedWorktree }
  /** Sentences for people. */
  | { readonly is: 'noticed'; readonly what: readonly string[] }
  /** null: the machine lets it go on. */
  | { readonly is: 'hindered'; readonly by: Hindrance | null }
  /** The agent begins. said: so much of what people have said is in its words. */
  | { readonly is: 'agent-begins'; readonly agent: string | null; readonly said: number }
  | { readonly is: 'sign'; readonly sign: Sign }
  /** So much of what people have said is part of the agent's conversation now. */
  | { readonly is: 'steered'; readonly said: number }

export type OpenedWorktree = Pick<Worktree, 'lane' | 'path' | 'branch' | 'base' | 'notes'>

export type ToAttempt =
  | { readonly is: 'stop'; readonly reason: StopReason }
  /** The coordinator lets go of the run: the attempt waits for the machine no longer. */
  | { readonly is: 'let-go' }
  /** A person has said something, or the agent has fetched what was said. */
  | { readonly is: 'guidance'; readonly guidance: Pick<Guidance, 'said' | 'delivered'> }
  /** A person has answered a permission sign. */
  | { readonly is: 'decision'; readonly request: string; readonly decision: Decision }
