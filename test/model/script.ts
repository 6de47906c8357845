/** The script of a model, turn by turn, independent of any protocol. */

export type Script = readonly Turn[]

export type Turn = Answering | Failing

/** The model answers, which makes the conversation one turn longer. Text alone ends the agent's turn. */
export type Answering = Pace &
  ({ readonly say: string; readonly tool?: never } | ({ readonly say?: string } & ToolUse))

export type ToolUse =
  | { readonly tool: 'shell'; readonly command: string }
  | { readonly tool: 'write'; readonly path: string; readonly text: string }
  | {
      readonly tool: 'mcp'
      readonly server: string
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
    }

/** The request fails, so the client retries it. Without `times` it fails each time. */
export type Failing = Pace & { readonly times?: number } & (
    | { readonly error: ErrorStatus; readonly retryAfterSeconds?: number }
    | { readonly hang: true }
    | { readonly cut: true }
  )

/** 529 means overloaded, as at Anthropic; for the other protocols it becomes 503. */
export type ErrorStatus = 401 | 429 | 529

interface Pace {
  readonly slowSeconds?: number
  /** The turn waits until the test calls release() with this name. */
  readonly waitFor?: string
  readonly usage?: Usage
}

export interface Usage {
  readonly input: number
  readonly output: number
}

/**
 * The index of the turn that comes after so many answers; the length of the script when none is left.
 * The number comes from the conversation, because clients repeat requests, ask other things in between, and resume
 * old sessions. Failures leave no trace in a conversation, so `timesFailed` counts them.
 */
export function turnAfter(
  answers: number,
  script: Script,
  timesFailed: (index: number) => number,
): number {
  let toSkip = answers
  for (const [index, turn] of script.entries()) {
    if (fails(turn)) {
      if (toSkip === 0 && timesFailed(index) < (turn.times ?? Infinity)) return index
    } else if (toSkip-- === 0) return index
  }
  return script.length
}

export const fails = (turn: Turn): turn is Failing =>
  'error' in turn || 'hang' in turn || 'cut' in turn
