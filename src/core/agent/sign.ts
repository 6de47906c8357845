/** What an agent lets us know while it works. Signs are frequent, so only what they add up to is recorded. */
import type { Usage } from './usage.ts'

/** A decision that is not the agent's to take. */
export interface Question {
  /** What has to be decided, in one sentence. */
  readonly decision: string
  /** The alternatives that the agent sees. */
  readonly options: readonly string[]
  /** What a person must know to decide; empty when the agent gave no context. */
  readonly context: string
  /** The area that must ask first, if that is why the agent asks: security, public-api ... */
  readonly area: string | null
}

/** Something that the agent may not do without a person's permission. The agent waits for it. */
export interface PermissionRequest {
  readonly id: string
  /** The agent's name for the tool: Bash, WebFetch ... */
  readonly tool: string
  /** What the agent wants to do with the tool, in one line. */
  readonly what: string
  /** The whole input of the tool, if one line cannot show it. */
  readonly input?: ToolInput
}

/** as: how to show the input. A diff begins each file with a line `@@ file`. */
export interface ToolInput {
  readonly as: 'command' | 'diff' | 'json'
  readonly text: string
}

export type Sign =
  /** A later attempt can go on with the conversation under this id. */
  | { readonly is: 'conversation'; readonly id: string; readonly model: string | null }
  | { readonly is: 'said'; readonly text: string }
  /** The agent uses a tool; `what` is the command or the file, in one line. */
  | {
      readonly is: 'tool'
      readonly name: string
      readonly what: string
      /** Equal signatures mean the same tool call. */
      readonly signature: string
    }
  | { readonly is: 'tool-ended'; readonly failed: boolean; readonly text: string }
  /** Usage of the whole attempt so far. */
  | { readonly is: 'usage'; readonly usage: Usage }
  | { readonly is: 'question'; readonly question: Question }
  | { readonly is: 'permission'; readonly request: PermissionRequest }
  | { readonly is: 'permission-over'; readonly id: string }
  /** until: milliseconds since 1970; null: unknown. */
  | { readonly is: 'rate-limited'; readonly until: number | null; readonly reason: string }
  /** The agent itself calls the model again. */
  | {
      readonly is: 'retrying'
      readonly number: number
      readonly of: number | null
      readonly nextAt: number | null
      readonly reason: string
    }
  | { readonly is: 'progress'; readonly status: 'planning' | 'working'; readonly note: string }
  /** The agent has fetched the guidance that was waiting for it. */
  | { readonly is: 'guidance-read' }
  /** All processes of the agent are stopped (SIGSTOP) until someone continues them. This is no sign of life. */
  | { readonly is: 'stopped'; readonly pids: readonly number[] }
  /** The process of the agent exists; nothing else is known. */
  | { readonly is: 'heartbeat' }

/** What an agent may report about itself, beside what its driver hears. */
export type OwnWord = Extract<Sign, { is: 'question' | 'progress' | 'heartbeat' }>
