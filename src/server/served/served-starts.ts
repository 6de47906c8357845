/** Starting runs from the browser, and what a start can choose. */
import type { RunId } from '../../core/value/ids.ts'

export interface StartRequest {
  /** null: the usual file. */
  readonly file: string | null
  readonly parallel: number | null
  readonly agent: string | null
  readonly budgetUsd: number | null
  /** The branch that work lands on; null: the setting decides. */
  readonly into: string | null
  /** Every batch starts paused, so that each can be started by hand. */
  readonly hold: boolean
  /** Begins at the result of the previous run, if that has not been taken. */
  readonly on_top: boolean
  /** What to do with an unfinished run of this file; null: refuse to start. */
  readonly unfinished: 'resume' | 'new' | null
}

export type Started =
  | { readonly ok: true; readonly run: RunId }
  | { readonly ok: false; readonly message: string; readonly hint: string | null }

/** What a start from the browser can choose. */
export interface ServedStartOptions {
  read(): Promise<{
    readonly agents: readonly string[]
    /** The branch that is set for work to land on. */
    readonly into: string | null
    readonly next_run: number
    /** What an hour of an agent has cost here; null: not known. */
    readonly usd_per_hour: number | null
    readonly remembered: StartChoice | null
  }>
  /** May throw, for example when the disk is full. */
  remember(choice: StartChoice): void
}

/** null: the setting decides. */
export interface StartChoice {
  readonly agent: string | null
  readonly parallel: number | null
  readonly budget_usd: number | null
  readonly into: string | null
  /** Whether to ask again before the next start. */
  readonly ask: boolean
}
