/** An ACP agent that does what its script says. It writes every request to the file `log`, one JSON object per line. */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  agent,
  methods,
  ndJsonStream,
  RequestError,
  type AgentCapabilities,
  type AgentContext,
  type PermissionOption,
  type PromptResponse,
  type SessionUpdate,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk/unstable'

export interface AcpScript {
  readonly log: string
  readonly name?: string
  readonly steering?: 'supported' | 'broken'
  readonly capabilities?: AgentCapabilities
  /** What the agent does instead of answering `initialize`. */
  readonly hello?: 'hang' | { readonly exit: number; readonly print: string }
  /** `initialize` is answered only when this file is there. */
  readonly helloAfter?: string
  readonly protocolVersion?: number
  /** The answer of session/new, session/resume and session/load, besides the id. */
  readonly session?: Readonly<Record<string, unknown>>
  readonly newFails?: AcpFault | 'hang'
  readonly resumeFails?: AcpFault
  /** Played back by session/load. */
  readonly history?: readonly SessionUpdate[]
  /** Values of settings that the agent refuses. */
  readonly refused?: readonly string[]
  /** The steps for each prompt in turn; a further prompt is answered at once. */
  readonly turns: readonly (readonly AcpStep[])[]
  /** The agent does not end when its input is closed. */
  readonly stays?: boolean
}

interface AcpFault {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type AcpStep =
  | { readonly update: SessionUpdate }
  | { readonly say: string }
  | { readonly print: string }
  | { readonly ask: ToolCallUpdate; readonly options?: readonly PermissionOption[] }
  /** Waits until the file is there, or the turn is cancelled. */
  | { readonly waitFor: string }
  /** apart: in a session of its own, and not waited for. */
  | { readonly run: string; readonly apart?: boolean }
  | { readonly fail: AcpFault }
  /** deaf: the agent also ignores a cancel. */
  | { readonly hang: true; readonly deaf?: boolean }
  | { readonly exit: number }
  | { readonly kill: NodeJS.Signals }
  | { readonly end: PromptResponse }

export const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

/** What the agent is, as seen from outside: a process, or a part of ours. */
export interface AcpHost {
  readonly input: Readable
  readonly output: Writable
  /** File names in the script are relative to this folder. */
  readonly folder: string
  /** Aborted when the agent is gone. */
  readonly gone: AbortSignal
  print(line: string): void
  end(how: { readonly exit: number } | { readonly kill: NodeJS.Signals }): void
}

/** The turn that is being played. */
interface Turn {
  readonly host: AcpHost
  readonly client: AgentContext
  readonly sessionId: string
  readonly cancelled: AbortSignal
}

export function playAcpScript(script: AcpScript, host: AcpHost): void {
  const running = new Set<AbortController>()
  let prompts = 0
  const got = (method: string, params: unknown): void =>
    appendFileSync(script.log, `${JSON.stringify({ got: method, params })}\n`)
  const refuse = (fault: AcpFault): never => {
    throw new RequestError(fault.code, fault.message, fault.data)
  }
  const set = ({ method, params }: { readonly method: string; readonly params: unknown }) => {
    got(method, params)
    const { value, modelId, modeId } = params as Readonly<Record<string, string>>
    const isRefused = script.refused?.includes(value ?? modelId ?? modeId ?? '') === true
    return isRefused ? refuse({ code: -32602, message: 'no such thing' }) : {}
  }
  const again = (params: unknown, method: string) => {
    got(method, params)
    return script.resumeFails ? refuse(script.resumeFails) : (script.session ?? {})
  }

  agent({ name: 'scripted' })
    .onRequest(methods.agent.initialize, async ({ params }) => {
      got('initialize', params)
      if (script.helloAfter !== undefined) await untilThere(script.helloAfter, host)
      if (script.hello === 'hang') await forever()
      else if (script.hello !== undefined) {
        host.print(script.hello.print)
        host.end(script.hello)
      }
      return {
        protocolVersion: script.protocolVersion ?? 1,
        agentInfo: { name: script.name ?? 'scripted', version: '1' },
        ...(script.capabilities ? { agentCapabilities: script.capabilities } : {}),
        ...(script.steering ? { _meta: { steering: { supported: true } } } : {}),
      }
    })
    .onRequest(methods.agent.session.new, async ({ params }) => {
      got('session/new', params)
      if (script.newFails === 'hang') return forever()
      return script.newFails ? refuse(script.newFails) : { sessionId: 'new', ...script.session }
    })
    .onRequest(methods.agent.session.resume, ({ params }) => again(params, 'session/resume'))
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const answer = again(params, 'session/load')
      for (const update of script.history ?? [])
        await client.notify('session/update', { sessionId: params.sessionId, update })
      return answer
    })
    .onRequest('session/set_mode', asIs, set)
    .onRequest('session/set_config_option', asIs, set)
    .onRequest('session/set_model', asIs, set)
    .onRequest('_session/steering', asIs, ({ params }) => {
      got('_session/steering', params)
      if (script.steering === 'broken') return refuse({ code: -32603, message: 'not now' })
      return { outcome: running.size > 0 ? 'injected' : 'promptRequired' }
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      got('session/prompt', params)
      const stop = new AbortController()
      running.add(stop)
      const turn = { host, client, sessionId: params.sessionId, cancelled: stop.signal }
      try {
        return await play(script.turns[prompts++] ?? [], turn, got)
      } finally {
        running.delete(stop)
      }
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      got('session/cancel', params)
      for (const stop of running) stop.abort()
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(host.output) as WritableStream<Uint8Array>,
        Readable.toWeb(host.input) as ReadableStream<Uint8Array>,
      ),
    )
  if (script.stays) setInterval(() => {}, 1000)
}

function asIs(params: unknown): unknown {
  return params
}

function forever(): Promise<never> {
  return new Promise(() => setInterval(() => {}, 1000))
}

async function untilThere(
  file: string,
  { folder, gone }: AcpHost,
  isCancelled = () => false,
): Promise<void> {
  const path = resolve(folder, file)
  while (!existsSync(path) && !isCancelled() && !gone.aborted) await sleep(10)
}

async function play(
  steps: readonly AcpStep[],
  turn: Turn,
  got: (what: string, params: unknown) => void,
): Promise<PromptResponse> {
  for (const step of steps) {
    if ('end' in step) return step.end
    if ('ask' in step) got('answer', await ask(step, turn))
    else await take(step, turn)
    if (turn.cancelled.aborted) return { stopReason: 'cancelled' }
  }
  return { stopReason: 'end_turn' }
}

async function ask(
  { ask: toolCall, options = OPTIONS }: Extract<AcpStep, { ask: unknown }>,
  { client, sessionId }: Turn,
): Promise<unknown> {
  return client.request('session/request_permission', {
    sessionId,
    toolCall,
    options: [...options],
  })
}

async function take(step: Exclude<AcpStep, { ask: unknown } | { end: unknown }>, turn: Turn) {
  const tell = (update: SessionUpdate): Promise<void> =>
    turn.client.notify('session/update', { sessionId: turn.sessionId, update })
  if ('update' in step) return tell(step.update)
  if ('say' in step)
    return tell({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: step.say },
    })
  const { host, cancelled } = turn
  if ('print' in step) return void host.output.write(`${step.print}\n`)
  if ('waitFor' in step) return untilThere(step.waitFor, host, () => cancelled.aborted)
  if ('run' in step) return run(step)
  if ('fail' in step) throw new RequestError(step.fail.code, step.fail.message, step.fail.data)
  if ('exit' in step || 'kill' in step) host.end(step)
  else while (!host.gone.aborted && (step.deaf === true || !cancelled.aborted)) await sleep(10)
}

async function run({ run: line, apart = false }: Extract<AcpStep, { run: unknown }>) {
  const child = spawn('/bin/sh', ['-c', line], { detached: apart, stdio: 'ignore' })
  if (apart) return child.unref()
  await new Promise((resolve) => child.once('exit', resolve))
}
