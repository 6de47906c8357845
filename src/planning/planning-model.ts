/** The port of planning: a model that is asked one question and answers with a JSON value, or says why it cannot. */
import type { Usage } from '../core/agent/usage.ts'
import type { PlanningBackend } from '../core/planning/plan-draft.ts'

export interface PlanningModel {
  readonly backend: Exclude<PlanningBackend, 'offline'>
  /** For people: "the Anthropic API", "claude", 'the agent "house"'. */
  readonly name: string
  /**
   * Never rejects: a failure is a value. When the signal is aborted, everything that was started for the question has
   * ended before this resolves; a signal that timed out is a `timeout`, any other a `cancelled`.
   */
  ask(question: Question, signal: AbortSignal): Promise<ModelAnswer>
}

export interface Question {
  readonly purpose: 'analyse' | 'plan' | 'ask-back' | 'rerank' | 'suggest'
  /** Our own words only. Everything that comes from users is in the prompt. */
  readonly system: string
  readonly prompt: string
  readonly schema: JsonSchema
  readonly maxTokens: number
}

/**
 * The part of JSON Schema that every backend enforces: each object lists all of its fields as required, and there are
 * no limits on lengths or numbers.
 */
export type JsonSchema = Readonly<Record<string, unknown>>

export type ModelAnswer =
  | {
      readonly is: 'answer'
      /** JSON of an unknown shape: models do not always follow the schema, so the caller has to check the answer. */
      readonly value: unknown
      /** null: the backend does not say which model answered. */
      readonly model: string | null
      readonly usage: Usage
    }
  | ModelFailure

export interface ModelFailure {
  readonly is: 'failed'
  readonly why: FailureReason
  /** One sentence for people, without secrets and control characters. */
  readonly says: string
  /** What a person can do about it; null: nothing but wait or choose another backend. */
  readonly remedy: string | null
  readonly retryAfterSeconds: number | null
  /** What was used up to the failure. */
  readonly usage: Usage
}

/** requirements: no model could plan them. no-key: there is no key, or no user is logged in. */
export type FailureReason =
  | 'requirements'
  | 'no-key'
  | 'bad-key'
  | 'rate-limited'
  | 'overloaded'
  | 'timeout'
  | 'network'
  | 'refused'
  | 'truncated'
  | 'malformed'
  | 'missing-cli'
  | 'unknown-model'
  | 'cancelled'
  | 'error'
