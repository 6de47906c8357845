/** What goes over the live socket, in both directions. The browser imports these very types. */
import type { Event } from '../core/event.ts'
import type { AttemptId, RunId } from '../core/ids.ts'
import type { RunSnapshot } from '../core/run-snapshot.ts'

/** One piece of output: of the attempt, or a note of Conductor's. */
export type TranscriptPiece = { readonly at: number } & (
  | { readonly out: string }
  | { readonly err: string }
  | { readonly note: string }
)

export type FromServer =
  /** The run that the newest event belongs to, as it stands at its `sequence`; null: there was none yet. */
  | {
      readonly type: 'snapshot'
      readonly run: RunSnapshot | null
      readonly conducted: boolean
      readonly now: number
    }
  /** In order, without gaps, from the one after the snapshot or after what was said in `follow`. */
  | { readonly type: 'events'; readonly events: readonly Event[] }
  /** Whether anybody conducts the run: a process may die without an event. */
  | { readonly type: 'conducted'; readonly conducted: boolean }
  /** What an attempt has printed since position `from`; go on from `to`. */
  | {
      readonly type: 'transcript'
      readonly attempt: AttemptId
      readonly from: number
      readonly to: number
      readonly pieces: readonly TranscriptPiece[]
    }
  /** Every few seconds: silence then means that the line is dead. */
  | { readonly type: 'beat'; readonly now: number; readonly sequence: number }

export type FromBrowser =
  /** First of all. known: what is already folded, to go on from there; null: nothing. */
  | { readonly type: 'follow'; readonly known: Known | null }
  | { readonly type: 'watch'; readonly attempt: AttemptId; readonly from: number }
  | { readonly type: 'unwatch'; readonly attempt: AttemptId }

/** Enough to tell a run from one of the same number in another store. */
export interface Known {
  readonly run: RunId
  readonly startedAt: number
  readonly sequence: number
}

export const BEAT_SECONDS = 5
