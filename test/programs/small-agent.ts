/**
 * A small agent of our own that speaks ACP: it asks the model at SMALL_AGENT_MODEL what to do, runs shell commands when
 * it is allowed to, takes guidance while it works, and keeps its conversations in its home.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  agent,
  methods,
  ndJsonStream,
  RequestError,
  type AgentContext,
  type PromptResponse,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import { OPTIONS } from '../scripted/acp-script.ts'

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: readonly Block[]
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: { readonly command: string }
    }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string }

interface Answer {
  readonly content: readonly Block[]
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number }
}

/** One conversation while it is worked on. */
interface Session {
  readonly id: string
  readonly folder: string
  readonly messages: Message[]
  /** Guidance that came while the agent worked. */
  readonly words: string[]
  readonly client: AgentContext
  readonly cancelled: AbortSignal
}

const TRIES = 3
const folders = new Map<string, string>()
const words = new Map<string, string[]>()
const stops = new Map<string, AbortController>()

if (import.meta.main) serve()

function serve(): void {
  agent({ name: 'small-agent' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: 1,
      agentInfo: { name: 'small-agent', version: '1' },
      agentCapabilities: { sessionCapabilities: { resume: {} } },
      _meta: { steering: { supported: true } },
    }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      const sessionId = randomUUID()
      folders.set(sessionId, params.cwd)
      return { sessionId }
    })
    .onRequest(methods.agent.session.resume, ({ params }) => {
      if (!existsSync(fileOf(params.sessionId))) throw new RequestError(-32002, 'no such session')
      folders.set(params.sessionId, params.cwd)
      return {}
    })
    .onRequest('_session/steering', asIs, ({ params }) => {
      const { sessionId } = params as { sessionId: string }
      words.get(sessionId)?.push(textIn(params))
      return { outcome: words.has(sessionId) ? 'injected' : 'promptRequired' }
    })
    .onRequest(methods.agent.session.prompt, ({ params, client }) =>
      answer(params.sessionId, textIn(params.prompt), client),
    )
    .onNotification(methods.agent.session.cancel, ({ params }) =>
      stops.get(params.sessionId)?.abort(),
    )
    .connect(
      ndJsonStream(
        Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
        Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
      ),
    )
}

async function answer(id: string, text: string, client: AgentContext): Promise<PromptResponse> {
  const stop = new AbortController()
  const session: Session = {
    id,
    folder: folders.get(id)!,
    messages: existsSync(fileOf(id))
      ? (JSON.parse(readFileSync(fileOf(id), 'utf8')) as Message[])
      : [],
    words: [],
    client,
    cancelled: stop.signal,
  }
  words.set(id, session.words)
  stops.set(id, stop)
  try {
    return await work(session, text)
  } finally {
    words.delete(id)
  }
}

async function work(session: Session, text: string): Promise<PromptResponse> {
  const used = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  keep(session, { role: 'user', content: [{ type: 'text', text }] })
  for (;;) {
    const { content, usage } = await askModel(session)
    used.inputTokens += usage.input_tokens
    used.outputTokens += usage.output_tokens
    used.totalTokens += usage.input_tokens + usage.output_tokens
    keep(session, { role: 'assistant', content })
    const results = await act(session, content)
    if (session.cancelled.aborted) return { stopReason: 'cancelled', usage: used }
    if (results.length === 0 && session.words.length === 0)
      return { stopReason: 'end_turn', usage: used }
    const guidance = session.words.splice(0).map((word): Block => ({ type: 'text', text: word }))
    keep(session, { role: 'user', content: [...results, ...guidance] })
  }
}

/** Sends the texts of the model to the client, and runs its commands. */
async function act(session: Session, content: readonly Block[]): Promise<readonly Block[]> {
  const results: Block[] = []
  for (const block of content) {
    if (block.type === 'text')
      await tell(session, { sessionUpdate: 'agent_message_chunk', content: block })
    if (block.type === 'tool_use') {
      const result = await shell(session, block.id, block.input.command)
      results.push({ type: 'tool_result', tool_use_id: block.id, content: result })
    }
  }
  return results
}

async function shell(session: Session, toolCallId: string, command: string): Promise<string> {
  const call = { toolCallId, title: command, kind: 'execute', rawInput: { command } } as const
  await tell(session, { sessionUpdate: 'tool_call', ...call, status: 'pending' })
  const question = { sessionId: session.id, toolCall: call, options: [...OPTIONS] }
  const { outcome } = await session.client.request<RequestPermissionResponse>(
    'session/request_permission',
    question,
  )
  const isAllowed = outcome.outcome === 'selected' && outcome.optionId !== 'no'
  const printed = isAllowed ? await run(command, session.folder) : 'denied'
  await tell(session, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: isAllowed ? 'completed' : 'failed',
    content: [{ type: 'content', content: { type: 'text', text: printed } }],
  })
  return printed
}

function run(command: string, cwd: string): Promise<string> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  return new Promise((resolve) => child.once('exit', () => resolve(printed || 'done')))
}

/** Retries when that may help, as agents do. */
async function askModel(session: Session, tries = TRIES): Promise<Answer> {
  const answer = await request(session).catch((error: unknown) => String(error))
  if (typeof answer === 'object') return answer
  if (answer.endsWith('401')) throw new RequestError(-32000, answer)
  if (tries === 1) throw new RequestError(-32603, answer)
  await sleep(200)
  return askModel(session, tries - 1)
}

async function request({ messages, cancelled: signal }: Session): Promise<Answer | string> {
  const response = await fetch(`${process.env['SMALL_AGENT_MODEL']}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'small', messages, tools: [{ name: 'Bash' }] }),
    signal,
  })
  return response.ok ? ((await response.json()) as Answer) : `the model answered ${response.status}`
}

const tell = ({ client, id }: Session, update: SessionUpdate): Promise<void> =>
  client.notify('session/update', { sessionId: id, update })

function keep(session: Session, message: Message): void {
  session.messages.push(message)
  writeFileSync(fileOf(session.id), JSON.stringify(session.messages))
}

function fileOf(id: string): string {
  return join(process.env['HOME']!, `${id}.json`)
}

function asIs(params: unknown): unknown {
  return params
}

/** All texts in a message, joined. */
function textIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const own = 'text' in value && typeof value.text === 'string' ? [value.text] : []
  return [...own, ...Object.values(value).map(textIn)].filter(Boolean).join('\n')
}
