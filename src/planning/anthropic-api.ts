/** Planning by the Anthropic API: one streamed message for each question, its shape enforced by the API. */
import { oneLineOf } from '../core/text/plain-text.ts'
import type * as Sdk from '@anthropic-ai/sdk'
import { NO_USAGE, type Tokens, type Usage } from '../core/agent/usage.ts'
import { learnSecrets } from '../processes/mask-output.ts'
import { jsonInText } from './json-in-text.ts'
import { foreignWords, modelFailure, stoppedBy } from './model-failure.ts'
import type { ModelAnswer, ModelFailure, PlanningModel, Question } from './planning-model.ts'
import { withSchema } from './with-schema.ts'

export interface AnthropicApiOptions {
  /** ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL are read from here when a question is asked, and kept nowhere. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly model: string
  /** null: the price of this model is unknown. */
  readonly priceOf: (model: string | null, tokens: Tokens) => number | null
}

const NAME = 'the Anthropic API'
/** How many milliseconds the API may take to begin its answer. */
const SILENCE = 120_000

export const anthropicApi = (options: AnthropicApiOptions): PlanningModel => ({
  backend: 'api',
  name: NAME,
  ask: (question, signal) => ask(options, question, signal),
})

async function ask(
  options: AnthropicApiOptions,
  question: Question,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { environment } = options
  const apiKey = environment['ANTHROPIC_API_KEY']?.trim()
  if (!apiKey) return modelFailure('no-key', 'ANTHROPIC_API_KEY is not set')
  const address = environment['ANTHROPIC_BASE_URL']?.trim() || 'https://api.anthropic.com'
  if (!isAddress(address)) return notAnAddress(address)
  learnSecrets(environment)
  // Loading the SDK takes longer than most commands.
  const sdk = await import('@anthropic-ai/sdk')
  const client = new sdk.Anthropic({
    apiKey,
    baseURL: address,
    maxRetries: 0,
    timeout: SILENCE,
    logLevel: 'off',
    // The key would go wherever a redirect leads.
    fetchOptions: { redirect: 'error' },
  })
  const asked = { sdk, client, options, address, signal }
  const answer = await send(asked, question, true)
  return answer === 'schema-refused' ? orError(await send(asked, question, false)) : answer
}

interface Asked {
  readonly sdk: typeof Sdk
  readonly client: Sdk.Anthropic
  readonly options: AnthropicApiOptions
  readonly address: string
  readonly signal: AbortSignal
}

async function send(
  asked: Asked,
  { system, prompt, schema, maxTokens }: Question,
  hasFormat: boolean,
): Promise<ModelAnswer | 'schema-refused'> {
  const { client, options, signal } = asked
  if (signal.aborted) return stoppedBy(signal, NAME)
  const stream = client.messages.stream(
    {
      model: options.model,
      max_tokens: maxTokens,
      system,
      messages: [{ role: 'user', content: hasFormat ? prompt : withSchema(prompt, schema) }],
      ...(hasFormat ? { output_config: { format: { type: 'json_schema', schema } } } : {}),
    },
    { signal },
  )
  try {
    return answerIn(await stream.finalMessage(), options)
  } catch (error) {
    const usage = usageOf(stream.currentMessage, options)
    if (signal.aborted) return stoppedBy(signal, NAME, usage)
    return hasFormat && refusesSchema(asked, error)
      ? 'schema-refused'
      : failureOf(asked, error, usage)
  }
}

const orError = (answer: ModelAnswer | 'schema-refused'): ModelAnswer =>
  answer === 'schema-refused' ? modelFailure('error', `${NAME} refuses the question`) : answer

function answerIn(message: Sdk.Anthropic.Message, options: AnthropicApiOptions): ModelAnswer {
  const usage = usageOf(message, options)
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  const model = oneLineOf(message.model)
  switch (message.stop_reason) {
    case 'refusal':
      return modelFailure('refused', `${model} refused to answer`, { usage })
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return modelFailure('truncated', `the answer of ${model} was too long`, { usage })
    default:
  }
  const value = jsonInText(text)
  return value === null
    ? modelFailure('malformed', `${model} did not answer with JSON`, { usage })
    : { is: 'answer', value, model, usage }
}

function usageOf(
  message: Sdk.Anthropic.Message | undefined,
  { priceOf }: AnthropicApiOptions,
): Usage {
  if (message === undefined) return NO_USAGE
  const { usage, model } = message
  const tokens: Tokens = {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
  }
  const costUsd = priceOf(model, tokens)
  return { ...tokens, costUsd, costFrom: costUsd === null ? null : 'table' }
}

/** Older models and some gateways know no schemas; then the schema is a part of the prompt. */
const refusesSchema = ({ sdk }: Asked, error: unknown): boolean =>
  error instanceof sdk.BadRequestError &&
  /output_config|json_schema|output format/i.test(error.message)

function failureOf({ sdk, options, address }: Asked, error: unknown, usage: Usage): ModelFailure {
  if (error instanceof sdk.APIConnectionTimeoutError)
    return modelFailure('timeout', `${NAME} does not answer`, { usage })
  if (error instanceof sdk.APIConnectionError || !(error instanceof sdk.APIError))
    return modelFailure(
      'network',
      `${NAME} (${new URL(address).host}) cannot be reached: ${causeOf(error)}`,
      {
        usage,
      },
    )
  const says = `${NAME} answers ${error.status ?? error.type}: ${wordsOf(error)}`
  return failureOfStatus(error, says, { options, usage })
}

function failureOfStatus(
  error: Sdk.APIError,
  says: string,
  { options, usage }: { readonly options: AnthropicApiOptions; readonly usage: Usage },
): ModelFailure {
  const retryAfterSeconds = retryAfter(error.headers)
  if (error.status === 401 || error.status === 403) return modelFailure('bad-key', says, { usage })
  if (error.status === 429 || error.type === 'rate_limit_error')
    return modelFailure('rate-limited', says, { usage, retryAfterSeconds })
  if (error.status === 529 || error.status === 503 || error.type === 'overloaded_error')
    return modelFailure('overloaded', says, { usage, retryAfterSeconds })
  if (error.status === 404)
    return modelFailure('unknown-model', says, {
      usage,
      remedy: `is there a model "${options.model}"? name another one with planning.model`,
    })
  return modelFailure('error', says, { usage, retryAfterSeconds })
}

const wordsOf = ({ apiMessage, message }: Sdk.APIError): string =>
  foreignWords(apiMessage ?? message)

/** Behind "Connection error." is what the system said. */
function causeOf(error: unknown): string {
  const deepest = deepestCause(error)
  const { code, message } = deepest as { readonly code?: unknown; readonly message?: unknown }
  return foreignWords(String(code ?? message ?? deepest))
}

function deepestCause(error: unknown): unknown {
  let deepest = error
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause
  return deepest
}

/** In seconds, or a date. */
function retryAfter(headers: Headers | undefined): number | null {
  const header = headers?.get('retry-after')
  if (header === undefined || header === null || header === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

const notAnAddress = (address: string): ModelFailure =>
  modelFailure('error', `ANTHROPIC_BASE_URL is not an address: ${foreignWords(address)}`, {
    remedy: 'correct or unset ANTHROPIC_BASE_URL',
  })
