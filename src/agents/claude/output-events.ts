/**
 * The events that Claude Code prints to its standard output, as far as we use them, as seen in 2.1.325. They
 * are not documented, so every field may be missing.
 */

export type ClaudeEvent =
  | SystemEvent
  | ({ readonly type: 'assistant'; readonly message?: AssistantMessage } & MaybeOfHelper)
  | ({ readonly type: 'user'; readonly message?: { readonly content?: unknown } } & MaybeOfHelper)
  | ClaudeResult
  | ControlRequest
  | { readonly type: 'control_cancel_request'; readonly request_id?: string }
  | {
      readonly type: 'command_lifecycle'
      /** The uuid that we gave to our message. */
      readonly command_uuid?: string
      readonly state?: 'queued' | 'started' | 'completed' | 'cancelled'
    }
  | { readonly type: 'rate_limit_event'; readonly rate_limit_info?: RateLimit }

/** The call of the tool that started the helper (sub-agent) which this event is about. */
interface MaybeOfHelper {
  readonly parent_tool_use_id?: string | null
}

type SystemEvent =
  | Introduction
  | ApiRetry
  | {
      readonly type: 'system'
      readonly subtype: 'background_tasks_changed'
      readonly tasks?: readonly BackgroundTask[]
    }

export interface Introduction {
  readonly type: 'system'
  readonly subtype: 'init'
  readonly session_id?: string
  readonly model?: string
  /** "none": Claude Code has no API key, so it uses the login of a subscription. */
  readonly apiKeySource?: string
}

export interface ApiRetry {
  readonly type: 'system'
  readonly subtype: 'api_retry'
  readonly attempt?: number
  readonly max_retries?: number
  readonly retry_delay_ms?: number
  /** null: the model did not answer at all. */
  readonly error_status?: number | null
  readonly error?: string
}

/** task_type: "local_bash" for a command. */
export interface BackgroundTask {
  readonly task_type?: string
}

export interface AssistantMessage {
  readonly id?: string
  readonly model?: string
  readonly content?: readonly ContentBlock[]
  /** The counts when the answer began: the tokens that the model has written since are not in them. */
  readonly usage?: TokenCounts
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking?: string }
  | {
      readonly type: 'tool_use'
      readonly id?: string
      readonly name: string
      readonly input: unknown
    }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id?: string
      readonly content?: unknown
      readonly is_error?: boolean
    }

export interface TokenCounts {
  readonly input_tokens?: number
  readonly output_tokens?: number
  readonly cache_read_input_tokens?: number
  readonly cache_creation_input_tokens?: number
}

export interface ControlRequest {
  readonly type: 'control_request'
  readonly request_id: string
  readonly request: {
    readonly subtype: string
    readonly tool_name?: string
    readonly tool_use_id?: string
    readonly input?: unknown
  }
}

/** resetsAt: in seconds since 1970. */
export interface RateLimit {
  readonly status?: string
  readonly resetsAt?: number
  readonly rateLimitType?: string
}

/** The end of a turn. `subtype` says "success" also for errors of the API. */
export interface ClaudeResult {
  readonly type: 'result'
  readonly is_error?: boolean
  readonly duration_ms?: number
  readonly terminal_reason?: string
  readonly stop_reason?: string | null
  readonly api_error_status?: number | null
  readonly result?: string
  readonly errors?: readonly string[]
  /** The cost of the whole conversation, including what earlier processes spent in it. */
  readonly total_cost_usd?: number
  /** The tokens of this turn, without the agent's helpers. */
  readonly usage?: TokenCounts
  /** The usage of this process, with the agent's helpers. Missing before 2.1.3xx. */
  readonly model_usage_since_last_result?: Readonly<Record<string, ModelUsage>>
}

interface ModelUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cacheReadInputTokens?: number
  readonly cacheCreationInputTokens?: number
  readonly costUSD?: number
}

/** Anything but an object with a type is ignored. */
export const isClaudeEvent = (value: unknown): value is ClaudeEvent =>
  typeof value === 'object' && value !== null && 'type' in value
