/** What `claude -p --output-format=json` prints at its end, as an answer; as seen in 2.1.325. */
import type { Usage } from '../core/agent/usage.ts'
import { jsonInText } from './json-in-text.ts'
import { foreignWords, modelFailure } from './model-failure.ts'
import type { FailureReason, ModelAnswer, ModelFailure } from './planning-model.ts'

/** It is not documented, so every field may be missing, or be of another type. */
interface Result {
  readonly type?: unknown
  readonly subtype?: unknown
  readonly is_error?: unknown
  readonly stop_reason?: unknown
  readonly terminal_reason?: unknown
  readonly api_error_status?: unknown
  readonly api_error?: unknown
  readonly result?: unknown
  readonly errors?: unknown
  readonly structured_output?: unknown
  readonly total_cost_usd?: unknown
  readonly usage?: unknown
  readonly modelUsage?: unknown
}

/** isPaid: false means that a subscription pays. null: this is not the output of Claude Code. */
export function answerOfClaude(output: string, isPaid: boolean): ModelAnswer | null {
  const result: Result | null = jsonInText(output)
  if (result?.type !== 'result') return null
  const usage = usageIn(result, isPaid)
  const failure = failureIn(result, usage)
  if (failure !== null) return failure
  const value = isObject(result.structured_output)
    ? result.structured_output
    : jsonInText(wordsIn(result))
  return value === null
    ? modelFailure('malformed', 'claude did not answer with JSON', { usage })
    : { is: 'answer', value, model: modelIn(result), usage }
}

/** Claude Code reports a refusal without an error, and an error of the API as a success. */
function failureIn(result: Result, usage: Usage): ModelFailure | null {
  const isFine = result.is_error !== true && result.stop_reason !== 'refusal'
  if (isFine) return null
  const words = foreignWords(wordsIn(result)) || 'nothing'
  const why = reasonIn(result, words)
  const more = why === 'no-key' || why === 'bad-key' ? { usage, remedy: LOG_IN } : { usage }
  return modelFailure(why, `claude says: ${words}`, more)
}

const LOG_IN = 'run `claude` and type /login, or set ANTHROPIC_API_KEY, or plan with --offline'

function reasonIn(result: Result, words: string): FailureReason {
  const { api_error_status: status, stop_reason, terminal_reason } = result
  if (stop_reason === 'refusal') return 'refused'
  if (status === 401 || status === 403) return 'bad-key'
  if (status === 429) return 'rate-limited'
  if (status === 529 || status === 503) return 'overloaded'
  if (WITHOUT_ANSWER.includes(terminal_reason)) return 'malformed'
  if (result.api_error === 'connection_failed') return 'network'
  return BY_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'error'
}

const WITHOUT_ANSWER: readonly unknown[] = ['structured_output_retry_exhausted', 'max_turns']

/** What has no field of its own. */
const BY_WORDS: readonly (readonly [FailureReason, RegExp])[] = [
  ['no-key', /not logged in|please run \/login/i],
  ['bad-key', /invalid api key|oauth token/i],
  ['truncated', /output token maximum|prompt is too long/i],
  ['timeout', /timed out/i],
  ['network', /connection|ECONN|ENOTFOUND|network/i],
]

function wordsIn({ result, errors }: Result): string {
  if (typeof result === 'string' && result !== '') return result
  return Array.isArray(errors) ? errors.filter((error) => typeof error === 'string').join(' ') : ''
}

function usageIn({ usage, total_cost_usd: cost }: Result, isPaid: boolean): Usage {
  const counts = isObject(usage) ? usage : {}
  const count = (name: string): number => (typeof counts[name] === 'number' ? counts[name] : 0)
  const costUsd = typeof cost === 'number' ? cost : null
  return {
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    cacheReadTokens: count('cache_read_input_tokens'),
    cacheWriteTokens: count('cache_creation_input_tokens'),
    costUsd,
    costFrom: costUsd === null ? null : isPaid ? 'agent' : 'imputed',
    estimatedUsd: 0,
  }
}

/** The model that has written most: helpers of Claude Code may use others. */
function modelIn({ modelUsage }: Result): string | null {
  if (!isObject(modelUsage)) return null
  const written = (used: unknown): number =>
    isObject(used) && typeof used['outputTokens'] === 'number' ? used['outputTokens'] : 0
  const [first] = Object.entries(modelUsage).toSorted(([, a], [, b]) => written(b) - written(a))
  return first?.[0] ?? null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
