/**
 * A connection to a program in the Agent Client Protocol: every request ends at the latest when the program
 * does, or when its caller waits no longer.
 */
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
  /** The signal is aborted when the agent no longer waits for the answer. */
  onPermission(
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse>
  /** Called with each line of the program's output that is not a message. */
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
  /** The program has ended, it has closed its output, or the caller waits no longer. */
  | { readonly is: 'over' }

export interface AcpConnection {
  /** Resolves to `over` at the latest when the promise `until` resolves. */
  ask<Value>(method: string, params: unknown, until?: Promise<unknown>): Promise<Reply<Value>>
  tell(method: string, params: unknown): void
}

export interface AcpPipes {
  readonly input: Writable
  readonly output: Readable
  /** When this promise resolves, all open requests resolve to `over`. */
  readonly over: Promise<unknown>
}

export async function connectAcp(pipes: AcpPipes, handle: AcpClient): Promise<AcpConnection> {
  // The library is imported only when it is needed: with its schemas, loading it takes longer than most of our
  // commands.
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

/** An error without a code is not from the agent: it means that the connection has ended. */
function errorOf<Value>(error: unknown): Reply<Value> {
  const { code, message, data } = error as Partial<AcpError>
  if (typeof code !== 'number') return { is: 'over' }
  return { is: 'error', error: { code, message: message ?? '', data } }
}

/**
 * Replaces the stream of the library, which answers every line that is no message with an error: programs print
 * warnings, and an agent may fail over an answer that it did not ask for. Updates bypass the library as well,
 * because it prints a complaint about every kind of update that is newer than its schemas.
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

/** A response whose id is null is a complaint of the agent: it belongs to no request, so no caller waits for it. */
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
