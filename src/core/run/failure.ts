/** Why an attempt failed. Only say-failure.ts turns failures into words for people. */
import type { Question } from '../agent/sign.ts'
import type { TaskId } from '../value/ids.ts'

export type Failure =
  | { readonly is: 'exit'; readonly code: number }
  /** ofShell: the shell that the command ran in was killed, not the command itself. */
  | { readonly is: 'signal'; readonly signal: string; readonly ofShell?: true }
  | { readonly is: 'timeout'; readonly seconds: number }
  | { readonly is: 'over-memory'; readonly limitBytes: number; readonly usedBytes: number }
  | { readonly is: 'cannot-start'; readonly reason: string; readonly passing: boolean }
  /** The setup command of the worktree failed. */
  | { readonly is: 'setup'; readonly code: number; readonly log: string }
  /** The agent says that no user is logged in, or that we may not use it. */
  | { readonly is: 'not-logged-in'; readonly agent: string; readonly reason: string }
  /** until: milliseconds since 1970; null: unknown. */
  | { readonly is: 'rate-limited'; readonly until: number | null; readonly reason: string }
  /** The model could not be reached, or its answer was invalid. */
  | { readonly is: 'model'; readonly status: number | null; readonly reason: string }
  /** The agent ended without having finished, for the reason in its own words. */
  | { readonly is: 'gave-up'; readonly reason: string }
  /** The agent did its work, but that could not be committed: it is still in the worktree. */
  | { readonly is: 'cannot-keep'; readonly reason: string }
  /** Git ignores all that the attempt made, by rules that the attempt brought: it is still in the worktree. */
  | { readonly is: 'all-ignored'; readonly files: readonly string[] }
  /** All that the attempt made is in separate repositories inside its worktree, and is still there. */
  | { readonly is: 'all-elsewhere'; readonly folders: readonly string[] }
  /**
   * All that the attempt made is on other branches or in a stash. places: where, in words. task: can be merged all the
   * same; null: nobody can say which part of it.
   */
  | { readonly is: 'all-astray'; readonly places: readonly string[]; readonly task: TaskId | null }
  /**
   * The folder of the attempt was gone when it ended, with all that was not committed. movedTo: where the folder is
   * now, if that is known; inItsPlace: what is there instead, in words, if anything is; branch: has what was
   * committed; null: nothing was.
   */
  | {
      readonly is: 'folder-gone'
      readonly path: string
      readonly movedTo: string | null
      readonly inItsPlace?: string | null
      readonly branch: string | null
    }

/** Resources that an attempt used; null where the platform cannot tell. */
export interface Profile {
  readonly wallSeconds: number
  readonly cpuSeconds: number | null
  readonly peakMemoryBytes: number | null
}

/** For an attempt that did not run, or whose use is unknown. */
export const NO_PROFILE: Profile = { wallSeconds: 0, cpuSeconds: null, peakMemoryBytes: null }

export type Outcome =
  | { readonly is: 'succeeded'; readonly profile: Profile }
  | {
      readonly is: 'failed'
      readonly failure: Failure
      readonly profile: Profile
      readonly lastLines: readonly string[]
    }
  | { readonly is: 'cancelled'; readonly profile: Profile }
  /** Stopped so that something more urgent can run; the task goes back in line. */
  | { readonly is: 'preempted'; readonly profile: Profile }
  | { readonly is: 'asked'; readonly question: Question; readonly profile: Profile }
  /** Stopped because the task or the run has used up its budget. */
  | { readonly is: 'over-budget'; readonly profile: Profile }
  /**
   * The coordinator went away before the attempt ended; the task is tried again, and this is not counted as a try.
   * isUnseen: no process saw how the attempt ended, or what it used last.
   */
  | { readonly is: 'lost'; readonly isUnseen?: true }
