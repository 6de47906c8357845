/** Sends one turn of a script to the client that asked for it. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Asked, Protocol } from './protocol.ts'
import { fails, type Answering, type Failing, type Turn } from './script.ts'
import type { Signals } from './signals.ts'
import { toolCall } from './tool-call.ts'

export interface Exchange {
  readonly response: ServerResponse
  readonly protocol: Protocol
  readonly asked: Asked
}

const USAGE = { input: 100, output: 20 }

export async function playTurn(exchange: Exchange, turn: Turn, happened: Signals): Promise<void> {
  await Promise.race([itIsTime(turn, happened), once(exchange.response, 'close')])
  if (exchange.response.destroyed) return
  if (fails(turn)) fail(exchange, turn)
  else send(exchange, turn)
}

async function itIsTime({ slowSeconds = 0, waitFor }: Turn, happened: Signals): Promise<void> {
  await sleep(slowSeconds * 1000)
  if (waitFor !== undefined) await happened.given(`release ${waitFor}`)
}

function fail(exchange: Exchange, turn: Failing): void {
  if ('error' in turn) return sendError(exchange, turn.error, turn.retryAfterSeconds)
  if ('cut' in turn) sendHalf(exchange)
}

function sendError(
  { response, protocol }: Exchange,
  error: Parameters<Protocol['error']>[0],
  retryAfter?: number,
): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  const { status, body } = protocol.error(error)
  sendJson(response, status, body)
}

/** Breaks the connection in the middle of an answer. */
function sendHalf(exchange: Exchange): void {
  const { response } = exchange
  const body = bodyOf(exchange, { say: 'This answer will never come to its end.' })
  response.writeHead(200, { 'content-type': contentType(exchange) })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

export function send(exchange: Exchange, turn: Answering): void {
  const body = bodyOf(exchange, turn)
  exchange.response.writeHead(200, { 'content-type': contentType(exchange) }).end(body)
}

const contentType = ({ asked }: Exchange): string =>
  asked.streams ? 'text/event-stream' : 'application/json'

function bodyOf({ protocol, asked }: Exchange, turn: Answering): string {
  const answer = answerOf(turn, asked)
  return asked.streams ? protocol.pieces(answer).join('') : JSON.stringify(protocol.whole(answer))
}

function answerOf(turn: Answering, { model, tools }: Asked): Answer {
  const id = randomBytes(12).toString('hex')
  const call = turn.tool === undefined ? null : toolCall(turn, tools, `call_${id}`)
  return { id, model, text: turn.say ?? '', call, usage: turn.usage ?? USAGE }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
