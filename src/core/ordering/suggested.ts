/** A suggestion as it is asked for and given inside Conductor: by the server, the command line and MCP clients. */
import type { NoticeWord } from './suggestion-notices.ts'
import type { ParallelizationResponse, SuggestionEngine } from './suggestion.ts'
import type { Trees } from './workspace-graph.ts'

export interface SuggestionAsked {
  readonly trees: Trees
  readonly preference: string | null
  readonly maxParallel: number | null
  readonly count: number
  readonly engine: SuggestionEngine
  /** Seconds of the tasks of ours that workspaces belong to, by `repository:branch`. */
  readonly known: ReadonlyMap<string, number>
}

export type Suggested =
  | {
      readonly ok: true
      readonly response: ParallelizationResponse
      /** Why the suggestion is not by Claude, although Claude was asked for; null: it is by Claude, or Claude was not asked for. */
      readonly failure: SuggestionFailure | null
    }
  | SuggestionFailure

/** Only if Claude alone was asked; otherwise the offline answer stands. */
export interface SuggestionFailure {
  readonly ok: false
  readonly error: Exclude<NoticeWord, 'no_workspaces' | 'single_workspace' | 'nothing_to_order'>
  /** For people: what the model or its server said, without secrets. */
  readonly says: string
  readonly retryAfterSeconds: number | null
  /** What the questions cost that led to nothing; null: nothing, or not known. */
  readonly costUsd: number | null
}

export const USUAL_COUNT = 3
export const MOST_ORDERINGS = 6
