/** What an agent lets us know while it works. Signs are many: only what they add up to is recorded. */
import type { Usage } from './usage.ts'

/** A decision that is not the agent's to take. */
export interface Question {
  /** What has to be decided, in one sentence. */
  readonly decision: string
  /** What the agent would choose between. */
  readonly options: readonly string[]
  /** What one must know to decide; empty: nothing was said. */
  readonly context: string
  /** The area that must ask first, if that is why it asks: security, public-api ... */
  readonly area: string | null
}

/** Something the agent may not do without a person's word. It waits for that. */
export interface PermissionRequest {
  readonly id: string
  /** As the agent calls it: Bash, WebFetch ... */
  readonly tool: string
  /** What it wants to do with it, in one line. */
  readonly what: string
}

export type Sign =
  /** The conversation can be gone on with under this name. */
  | { readonly is: 'conversation'; readonly id: string; readonly model: string | null }
  | { readonly is: 'said'; readonly text: string }
  /** It uses a tool: `what` is the command or the file of it, in one line. */
  | {
      readonly is: 'tool'
      readonly name: string
      readonly what: string
      /** Equal when it does the very same again. */
      readonly signature: string
    }
  | { readonly is: 'tool-ended'; readonly failed: boolean; readonly text: string }
  /** Of the whole attempt so far. */
  | { readonly is: 'usage'; readonly usage: Usage }
  | { readonly is: 'question'; readonly question: Question }
  | { readonly is: 'permission'; readonly request: PermissionRequest }
  | { readonly is: 'permission-over'; readonly id: string }
  /** until: milliseconds since 1970; null: nobody said. */
  | { readonly is: 'rate-limited'; readonly until: number | null; readonly reason: string }
  /** The agent itself calls the model again. */
  | {
      readonly is: 'retrying'
      readonly number: number
      readonly of: number | null
      readonly nextAt: number | null
      readonly reason: string
    }
  /** Its own word on how far it is. */
  | { readonly is: 'progress'; readonly status: 'planning' | 'working'; readonly note: string }
  /** It has taken in the guidance that lay there for it. */
  | { readonly is: 'guidance-read' }
  /** All its processes wait until somebody lets them go on (SIGSTOP): that is no sign of life. */
  | { readonly is: 'stopped'; readonly pids: readonly number[] }
  /** It is there; nothing else. */
  | { readonly is: 'heartbeat' }

/** What an agent may say of itself beside what its driver hears. */
export type OwnWord = Extract<Sign, { is: 'question' | 'progress' | 'heartbeat' }>
