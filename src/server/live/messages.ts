/** The messages on the live socket, in both directions. The browser imports these types. */
import type { BatchWord } from '../../core/batch/batch-status.ts'
import type { ProjectDocument } from '../../core/projects/project-document.ts'
import type { Frozen } from '../../core/report/attention-document.ts'
import type { Event } from '../../core/run/event.ts'
import type { TranscriptPiece } from '../../core/transcript/entry.ts'
import type { AttemptId, RunId } from '../../core/value/ids.ts'
import type { RunSnapshot } from '../../core/run/run-snapshot.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'

/** frozen: the coordinator, if its process is stopped (SIGSTOP). */
export interface WhoConducts {
  readonly conducted: boolean
  readonly frozen: Frozen | null
}

export type FromServer =
  /** The first message. build: of the page that this server serves; a page of another build may not know our events. */
  | { readonly type: 'hello'; readonly build: string | null }
  /** The run that the newest event belongs to, as it stands at its `sequence`; null: there was no run yet. */
  | ({
      readonly type: 'snapshot'
      readonly run: RunSnapshot | null
      readonly now: number
    } & WhoConducts)
  /**
   * The events are in order and none is missing between them. They follow the event `after` of the same run: sequence
   * numbers count over all runs, so by themselves they do not tell whether one is missing.
   */
  | { readonly type: 'events'; readonly after: number; readonly events: readonly Event[] }
  /** Whether a coordinator conducts the run, and whether it is frozen: its process may die or be stopped without an event. */
  | ({ readonly type: 'conducted' } & WhoConducts)
  /** What an attempt has printed since position `from`; a megabyte at most, and the next message begins at `to`. */
  | {
      readonly type: 'transcript'
      readonly attempt: AttemptId
      readonly from: number
      readonly to: number
      readonly pieces: readonly TranscriptPiece[]
    }
  /** For watchers of batches: all of them at first, then those whose status has changed; 1 is the first batch. */
  | {
      readonly type: 'batches'
      readonly sequence: number
      readonly moved: readonly { readonly batch: number; readonly status: BatchWord }[]
    }
  /** For watchers of projects: all of them, at first and after each change. current, folder: where the server was started. */
  | {
      readonly type: 'projects'
      readonly current: string | null
      readonly folder: string
      readonly projects: readonly ProjectDocument[]
    }
  /** For watchers of workspaces: all of them, at first and after each change that matters. */
  | { readonly type: 'tracker'; readonly tracker: Tracker }
  /** The last actions of working attempts, for browsers that watch them: first all, then those that changed. */
  | { readonly type: 'actions'; readonly actions: readonly LastAction[] }
  /** Sent every few seconds: without it the connection is dead. sequence: of the last event that was sent. */
  | { readonly type: 'beat'; readonly now: number; readonly sequence: number }

export type FromBrowser =
  /** The first message. known: what the browser has already folded, to continue from there; null: nothing. */
  | { readonly type: 'follow'; readonly known: Known | null }
  | { readonly type: 'watch'; readonly attempt: AttemptId; readonly from: number }
  | { readonly type: 'unwatch'; readonly attempt: AttemptId }
  /** For other programs: our page folds events instead. */
  | { readonly type: 'watch-batches' }
  | { readonly type: 'watch-projects' }
  /** For the view of workspaces: from now on, or no longer. */
  | { readonly type: 'watch-tracker' }
  | { readonly type: 'unwatch-tracker' }
  /** Starts or stops watching actions. */
  | { readonly type: 'watch-actions' }
  | { readonly type: 'unwatch-actions' }

/** says: the action in one line. */
export interface LastAction {
  readonly attempt: AttemptId
  readonly says: string
}

/** Enough to tell a run from one with the same number in another store. */
export interface Known {
  readonly run: RunId
  readonly startedAt: number
  readonly sequence: number
}

export const BEAT_SECONDS = 5
