/** What a scripted model does, turn by turn, in words that know nothing of any protocol. */

export type Script = readonly Turn[]

export type Turn = Answering | Failing

/** The model has answered: the conversation is one turn longer. Text alone ends the agent's turn. */
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

/** Nothing comes of it, so the client asks for the same again. Without `times` it fails each time. */
export type Failing = Pace & { readonly times?: number } & (
    | { readonly error: ErrorStatus; readonly retryAfterSeconds?: number }
    | { readonly hang: true }
    | { readonly cut: true }
  )

/** 529 is how Anthropic says "overloaded"; others say 503. */
export type ErrorStatus = 401 | 429 | 529

interface Pace {
  readonly slowSeconds?: number
  /** The test calls release() with this name before the turn goes on. */
  readonly waitFor?: string
  readonly usage?: Usage
}

export interface Usage {
  readonly input: number
  readonly output: number
}

/**
 * The index of the turn that comes after so many answers; that of the end, when there is none left.
 * The conversation says how many: clients ask twice, ask other things in between, and go on with old sessions.
 * Failures leave no trace in it, so how often each has happened is asked.
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
