/**
 * A model on 127.0.0.1 that speaks Anthropic Messages and gives one reply after another, the last one again and again:
 * for clients that ask single questions, such as planning by the SDK and by `claude -p`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { serverSentEvent } from '../model/protocol.ts'

export type Reply =
  /** As JSON in text, or by the tool for structured output if the client has it. */
  | { readonly answer: unknown }
  | { readonly say: string; readonly stop?: 'end_turn' | 'max_tokens' | 'refusal' }
  | { readonly call: string; readonly input: unknown }
  | { readonly status: number; readonly retryAfter?: string; readonly message?: string }
  | { readonly redirect: string }
  /** The answer begins, and then an error of this type comes instead of its rest. */
  | { readonly failsMidway: string }
  | { readonly hang: true }
  | { readonly cut: true }

interface AskedOfModel {
  readonly key: string | undefined
  readonly body: {
    readonly model: string
    readonly max_tokens: number
    readonly system: unknown
    readonly messages: readonly { readonly role: string; readonly content: unknown }[]
    readonly tools?: readonly { readonly name: string; readonly input_schema?: unknown }[]
    readonly output_config?: { readonly format?: unknown }
    readonly stream?: boolean
  }
}

export interface AnsweringModel extends AsyncDisposable {
  readonly url: string
  /** Every question so far. */
  readonly asked: readonly AskedOfModel[]
  /** How many answers a client still waits for. */
  awaited(): number
}

export const TOKENS = { input: 100, output: 20, cacheRead: 5 }

export async function startAnsweringModel(...replies: readonly Reply[]): Promise<AnsweringModel> {
  const asked: AskedOfModel[] = []
  const awaited = new Set<ServerResponse>()
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    awaited: () => awaited.size,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    awaited.add(response)
    response.on('close', () => awaited.delete(response))
    if (!request.url?.startsWith('/v1/messages')) return void response.writeHead(404).end('{}')
    const body = (await json(request)) as AskedOfModel['body']
    asked.push({ key: keyIn(request), body })
    give(response, replies[Math.min(asked.length, replies.length) - 1]!, body)
  }
}

/** The SDK sends it as a token, Claude Code in a header of its own. */
const keyIn = ({ headers }: IncomingMessage): string | undefined =>
  headers.authorization?.replace('Bearer ', '') ?? String(headers['x-api-key'])

function give(response: ServerResponse, reply: Reply, body: AskedOfModel['body']): void {
  if ('hang' in reply) return
  if ('status' in reply) return giveError(response, reply)
  if ('redirect' in reply) return void response.writeHead(307, { location: reply.redirect }).end()
  const id = `msg_${Math.random().toString(36).slice(2)}`
  const events = eventsOf(id, body, reply)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const isWhole = !('cut' in reply) && !('failsMidway' in reply)
  for (const event of isWhole ? events : events.slice(0, 3))
    response.write(serverSentEvent(event, event.type))
  if ('failsMidway' in reply) {
    const error = { type: reply.failsMidway, message: 'midway' }
    response.write(serverSentEvent({ type: 'error', error }, 'error'))
  }
  if ('cut' in reply) setTimeout(() => response.destroy(), 50)
  else response.end()
}

function giveError(response: ServerResponse, reply: Extract<Reply, { status: number }>): void {
  const { status, retryAfter, message = `the words of the server about ${status}` } = reply
  const after = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  const error = { type: 'some_error', message }
  response
    .writeHead(status, { 'content-type': 'application/json', ...after })
    .end(JSON.stringify({ type: 'error', error }))
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: unknown }

type Given = Exclude<Reply, { status: number } | { redirect: string } | { hang: true }>

function eventsOf(id: string, { model, tools = [] }: AskedOfModel['body'], reply: Given) {
  const block = blockOf(reply, tools)
  const stop = 'stop' in reply ? reply.stop : block.type === 'text' ? 'end_turn' : 'tool_use'
  const usage = {
    input_tokens: TOKENS.input,
    output_tokens: 1,
    cache_read_input_tokens: TOKENS.cacheRead,
    cache_creation_input_tokens: 0,
  }
  const message = { id, type: 'message', role: 'assistant', model, content: [], usage }
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    ...(block.type === 'text'
      ? [
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          {
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'text_delta', text: block.text },
          },
        ]
      : [
          {
            type: 'content_block_start',
            index: 0,
            content_block: { ...block, id: `tool_${id}`, input: {} },
          },
          {
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          },
        ]),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: TOKENS.output },
    },
    { type: 'message_stop' },
  ]
}

const STRUCTURED = 'StructuredOutput'

function blockOf(reply: Given, tools: readonly { readonly name: string }[]): Block {
  if ('call' in reply) return { type: 'tool_use', name: reply.call, input: reply.input }
  if (!('answer' in reply))
    return { type: 'text', text: 'say' in reply ? reply.say : 'This will never come to its end.' }
  const hasTool = tools.some(({ name }) => name === STRUCTURED)
  return hasTool
    ? { type: 'tool_use', name: STRUCTURED, input: reply.answer }
    : { type: 'text', text: JSON.stringify(reply.answer) }
}
