/** Anthropic Messages: the protocol of Claude Code. */
import {
  countAnswers,
  halves,
  serverSentEvent,
  type Answer,
  type Asked,
  type Protocol,
  type Schema,
  type StreamEvent,
} from './protocol.ts'
import type { ErrorStatus } from './script.ts'

interface Request {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly Message[]
  readonly tools?: readonly { readonly name: string }[]
  readonly output_config?: { readonly format?: { readonly schema?: Schema } }
}

interface Message {
  readonly role: string
  readonly content: unknown
}

export const anthropicMessages: Protocol = {
  speaks: (path) => path.endsWith('/v1/messages'),
  read,
  whole: (answer) => ({
    ...messageOf(answer),
    content: blocksOf(answer),
    stop_reason: stopReason(answer),
    usage: usageOf(answer),
  }),
  pieces,
  error: (status) => ({ status, body: { type: 'error', error: ERRORS[status] } }),
}

const ERRORS: Readonly<Record<ErrorStatus, unknown>> = {
  401: { type: 'authentication_error', message: 'invalid x-api-key' },
  429: { type: 'rate_limit_error', message: 'This request would exceed your rate limit.' },
  529: { type: 'overloaded_error', message: 'Overloaded' },
}

function read(body: unknown): Asked {
  const { model, stream = false, messages, tools = [], output_config } = body as Request
  const last = messages.at(-1)?.content
  return {
    answers: countAnswers(messages.map(isOfModel)),
    tools,
    streams: stream,
    model,
    schema: output_config?.format?.schema ?? null,
    ...(typeof last === 'string' ? { lastText: last } : {}),
  }
}

/** When it resumes a killed session, Claude Code adds an assistant message that is not from the model. */
const isOfModel = ({ role, content }: Message): boolean =>
  role === 'assistant' && !JSON.stringify(content).includes('"No response requested."')

function pieces(answer: Answer): readonly string[] {
  const started = { ...messageOf(answer), usage: { ...usageOf(answer), output_tokens: 1 } }
  const delta = { stop_reason: stopReason(answer), stop_sequence: null }
  return [
    { type: 'message_start', message: started },
    ...blocksOf(answer).flatMap(eventsOfBlock),
    { type: 'message_delta', delta, usage: { output_tokens: answer.usage.output } },
    { type: 'message_stop' },
  ].map((event) => serverSentEvent(event, event.type))
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: unknown
    }

function blocksOf({ text, call }: Answer): readonly Block[] {
  const texts: readonly Block[] = text === '' ? [] : [{ type: 'text', text }]
  if (call === null) return texts
  return [...texts, { type: 'tool_use', id: call.id, name: call.tool.name, input: call.input }]
}

function eventsOfBlock(block: Block, index: number): readonly StreamEvent[] {
  const isText = block.type === 'text'
  const deltas = isText
    ? halves(block.text).map((text) => ({ type: 'text_delta', text }))
    : halves(JSON.stringify(block.input)).map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }))
  return [
    {
      type: 'content_block_start',
      index,
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

const messageOf = ({ id, model }: Answer) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
})

const stopReason = ({ call }: Answer): string => (call === null ? 'end_turn' : 'tool_use')

const usageOf = ({ usage }: Answer) => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: usage.output,
})
