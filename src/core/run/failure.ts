/** Why an attempt failed. Words for people are made in say-failure.ts only. */
import type { Question } from '../agent/sign.ts'
import type { TaskId } from '../value/ids.ts'

export type Failure =
  | { readonly is: 'exit'; readonly code: number }
  /** ofShell: not the command itself, but the shell that it ran in, was killed. */
  | { readonly is: 'signal'; readonly signal: string; readonly ofShell?: true }
  | { readonly is: 'timeout'; readonly seconds: number }
  | { readonly is: 'over-memory'; readonly limitBytes: number; readonly usedBytes: number }
  | { readonly is: 'cannot-start'; readonly reason: string; readonly passing: boolean }
  /** The command that prepares a worktree. */
  | { readonly is: 'setup'; readonly code: number; readonly log: string }
  /** The agent says who may use it, and we are not among them. */
  | { readonly is: 'not-logged-in'; readonly agent: string; readonly reason: string }
  /** until: milliseconds since 1970; null: nobody said. */
  | { readonly is: 'rate-limited'; readonly until: number | null; readonly reason: string }
  /** The model could not be reached, or did not answer properly. */
  | { readonly is: 'model'; readonly status: number | null; readonly reason: string }
  /** The agent ended without having finished, in its own words. */
  | { readonly is: 'gave-up'; readonly reason: string }
  /** It did its work, but that could not be committed: it stands in its worktree. */
  | { readonly is: 'cannot-keep'; readonly reason: string }
  /** All that it made git ignores, by rules that came with the attempt: it stands in its worktree. */
  | { readonly is: 'all-ignored'; readonly files: readonly string[] }
  /** All that it made is in repositories of their own inside of its worktree, where it stands. */
  | { readonly is: 'all-elsewhere'; readonly folders: readonly string[] }
  /** All that it made is on other branches, or stashed, in words. task: can be merged all the same; null: nobody can say what of it. */
  | { readonly is: 'all-astray'; readonly places: readonly string[]; readonly task: TaskId | null }
  /**
   * The folder it worked in was not there when it ended, and with it all that was not committed. movedTo:
   * where the folder is now, if that is known; inItsPlace: what stands there instead, in words, if anything does;
   * branch: has what was committed; null: nothing was.
   */
  | {
      readonly is: 'folder-gone'
      readonly path: string
      readonly movedTo: string | null
      readonly inItsPlace?: string | null
      readonly branch: string | null
    }

/** What an attempt took; null where the platform cannot tell. */
export interface Profile {
  readonly wallSeconds: number
  readonly cpuSeconds: number | null
  readonly peakMemoryBytes: number | null
}

/** Of what did not run, or of which nobody knows. */
export const NO_PROFILE: Profile = { wallSeconds: 0, cpuSeconds: null, peakMemoryBytes: null }

export type Outcome =
  | { readonly is: 'succeeded'; readonly profile: Profile }
  | {
      readonly is: 'failed'
      readonly failure: Failure
      readonly profile: Profile
      readonly lastLines: readonly string[]
    }
  /** Stopped because a person said so. */
  | { readonly is: 'cancelled'; readonly profile: Profile }
  /** Stopped so that something more urgent may run; it goes back into the line. */
  | { readonly is: 'preempted'; readonly profile: Profile }
  /** It has asked something, and ended its turn. */
  | { readonly is: 'asked'; readonly question: Question; readonly profile: Profile }
  /** Stopped because it, or the run, has spent what may be spent. */
  | { readonly is: 'over-budget'; readonly profile: Profile }
  /** Its coordinator went away before it ended; it is tried again and counts as no try. isUnseen: nobody saw its end, or what it used last. */
  | { readonly is: 'lost'; readonly isUnseen?: true }
