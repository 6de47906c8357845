/** Why an attempt failed. Words for people are made in cli/say-failure.ts only. */
export type Failure =
  | { readonly is: 'exit'; readonly code: number }
  | { readonly is: 'signal'; readonly signal: string }
  | { readonly is: 'timeout'; readonly seconds: number }
  | { readonly is: 'over-memory'; readonly limitBytes: number; readonly usedBytes: number }
  | { readonly is: 'cannot-start'; readonly reason: string; readonly passing: boolean }
  /** The command that prepares a worktree. */
  | { readonly is: 'setup'; readonly code: number; readonly log: string }
  /** It did its work, but that could not be committed: it stands in its worktree. */
  | { readonly is: 'cannot-keep'; readonly reason: string }

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
  /** Its coordinator went away before it ended; it is tried again and counts as no try. */
  | { readonly is: 'lost' }
