/** A conversation in the Agent Client Protocol with a program: no question outlives the program, or our patience. */
import type { Readable, Writable } from 'node:stream'
import type {
  AnyMessage,
  ClientContext,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionNotification,
} from '@agentclientprotocol/sdk/unstable'
import { readJsonLines } from '../json-lines.ts'

export interface AcpClient {
  onUpdate(notification: SessionNotification): void
  /** The signal: the agent does not wait for the answer any more. */
  onPermission(
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse>
  /** What it prints that is no message. */
  onNoise(line: string): void
}

export interface AcpError {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

export type Reply<Value> =
  | { readonly is: 'answer'; readonly value: Value }
  | { readonly is: 'error'; readonly error: AcpError }
  /** It is gone, it hung up, or we wait no longer. */
  | { readonly is: 'over' }

export interface AcpConnection {
  /** Resolves to `over` at the latest when the given promise does. */
  ask<Value>(method: string, params: unknown, until?: Promise<unknown>): Promise<Reply<Value>>
  tell(method: string, params: unknown): void
}

export interface AcpPipes {
  readonly input: Writable
  readonly output: Readable
  /** When this resolves, nothing is waited for any more. */
  readonly over: Promise<unknown>
}

export async function connectAcp(pipes: AcpPipes, handle: AcpClient): Promise<AcpConnection> {
  // Loaded when it is needed: with its schemas it takes longer than most of our commands.
  const { client, methods } = await import('@agentclientprotocol/sdk/unstable')
  const connection = client({ name: 'conductor' })
    .onRequest(methods.client.session.requestPermission, ({ params, signal }) =>
      handle.onPermission(params, signal),
    )
    .connect({
      readable: messagesFrom(pipes.output, handle),
      writable: messagesTo(pipes.input),
    })
  const over = Promise.race([pipes.over, connection.closed])
  return {
    ask: (method, params, until) => reply(connection.agent, method, params, [over, until]),
    tell: (method, params) => void connection.agent.notify(method, params).catch(() => {}),
  }
}

async function reply<Value>(
  agent: ClientContext,
  method: string,
  params: unknown,
  limits: readonly (Promise<unknown> | undefined)[],
): Promise<Reply<Value>> {
  const answer = agent.request<Value>(method, params).then(
    (value): Reply<Value> => ({ is: 'answer', value }),
    (error: unknown): Reply<Value> => errorOf(error),
  )
  const over = limits
    .filter((limit) => limit !== undefined)
    .map((limit) => limit.then((): Reply<Value> => ({ is: 'over' })))
  return Promise.race([answer, ...over])
}

/** What is not the agent's own error is the end of the connection. */
function errorOf<Value>(error: unknown): Reply<Value> {
  const { code, message, data } = error as Partial<AcpError>
  if (typeof code !== 'number') return { is: 'over' }
  return { is: 'error', error: { code, message: message ?? '', data } }
}

/**
 * Instead of the stream of the library, which answers whatever is no message with an error: programs print
 * warnings, and an agent that gets an answer it did not ask for may fall over it. Updates are passed by the
 * library, too: it prints a complaint about every kind that is newer than its schemas.
 */
function messagesFrom(
  output: Readable,
  { onUpdate, onNoise }: AcpClient,
): ReadableStream<AnyMessage> {
  return new ReadableStream({
    start(messages) {
      readJsonLines(output, {
        onNoise,
        onValue(value) {
          if (!isMessage(value)) onNoise(JSON.stringify(value))
          else if (isUpdate(value)) onUpdate(value.params)
          else messages.enqueue(value)
        },
      })
      output.once('close', () => messages.close())
    },
  })
}

/** An answer to nothing (its id is null) is a complaint: nobody waits for it. */
const isMessage = (value: unknown): value is AnyMessage =>
  typeof value === 'object' &&
  value !== null &&
  'jsonrpc' in value &&
  (value as { readonly id?: unknown }).id !== null

const isUpdate = (
  message: AnyMessage,
): message is AnyMessage & { readonly params: SessionNotification } =>
  'method' in message && message.method === 'session/update' && !('id' in message)

const messagesTo = (input: Writable): WritableStream<AnyMessage> =>
  new WritableStream({ write: (message) => void input.write(`${JSON.stringify(message)}\n`) })
