/** A scripted model on 127.0.0.1, for any agent CLI. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { playTurn, send, sendJson } from '../model/play-turn.ts'
import { anthropicMessages } from '../model/anthropic-messages.ts'
import { geminiContent } from '../model/gemini-content.ts'
import { openaiChat } from '../model/openai-chat.ts'
import { openaiResponses } from '../model/openai-responses.ts'
import { turnAfter, type Script } from '../model/script.ts'
import { isAside, lookUp, sideAnswer } from '../model/side-answer.ts'
import { signals, type Signals } from '../model/signals.ts'

export type { Script } from '../model/script.ts'

export interface ScriptedModel extends AsyncDisposable {
  urlOf(script: Script): string
  requestsOf(script: Script): readonly ModelRequest[]
  /** Lets all turns go on that wait for this name, now or later. */
  release(name: string): void
  /** Resolves as soon as a client has asked for the turn with this index. */
  reached(script: Script, turn: number): Promise<void>
}

interface ModelRequest {
  readonly path: string
  /** The headers without keys and cookies. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** The index in the script; after its end, the length of the script. null: no turn, such as for a title. */
  readonly turn: number | null
}

/** A script, its requests and its failures so far. */
interface Stage {
  readonly script: Script
  readonly number: number
  readonly requests: ModelRequest[]
  /** How often each turn has failed, by its index. */
  readonly failures: Map<number, number>
}

const PROTOCOLS = [anthropicMessages, openaiResponses, openaiChat, geminiContent]
const SECRET_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'cookie']

export async function startScriptedModel(): Promise<ScriptedModel> {
  const stages: Stage[] = []
  const happened = signals()
  const server = createServer((request, response) => {
    receive(request, response, { stages, happened }).catch((bug: unknown) =>
      sendJson(response, 400, { error: { type: 'script_error', message: String(bug) } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (script) => `http://127.0.0.1:${port}/s/${stageOf(script).number}`,
    requestsOf: (script) => stageOf(script).requests,
    release: (name) => happened.give(`release ${name}`),
    reached: (script, turn) => happened.given(reaching(stageOf(script), turn)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  /** The same script object always has the same URL; two equal scripts have different ones. */
  function stageOf(script: Script): Stage {
    const existing = stages.find((stage) => stage.script === script)
    if (existing !== undefined) return existing
    const stage = { script, number: stages.length, requests: [], failures: new Map() }
    stages.push(stage)
    return stage
  }
}

const reaching = (stage: Stage, turn: number): string => `turn ${turn} of ${stage.number}`

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { stages, happened }: { readonly stages: readonly Stage[]; readonly happened: Signals },
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, number = '', path = ''] = /^\/s\/(\d+)(.*)$/.exec(pathname) ?? []
  const stage = stages[Number(number)]
  const body = request.method === 'POST' ? await json(request) : null
  if (number === '' || stage === undefined) return sendJson(response, 404, { error: 'no script' })
  const protocol = PROTOCOLS.find((protocol) => protocol.speaks(path))
  const asked = protocol?.read(body, path)
  const turn = asked === undefined || isAside(asked) ? null : nextTurn(stage, asked.answers)
  stage.requests.push({ path, headers: withoutSecrets(request), body, turn })
  if (protocol === undefined || asked === undefined) return answerLookUp(response, path)
  const exchange = { response, protocol, asked }
  if (turn === null) return send(exchange, { say: sideAnswer(asked) })
  happened.give(reaching(stage, turn))
  await playTurn(exchange, stage.script[turn] ?? { say: 'Done.' }, happened)
}

/** Counts a failure as soon as it is due, because the client may retry before it is over. */
function nextTurn({ script, failures }: Stage, answers: number): number {
  const timesFailed = (index: number): number => failures.get(index) ?? 0
  const turn = turnAfter(answers, script, timesFailed)
  failures.set(turn, timesFailed(turn) + 1)
  return turn
}

function withoutSecrets({ headers }: IncomingMessage): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !SECRET_HEADERS.includes(name)),
  )
}

function answerLookUp(response: ServerResponse, path: string): void {
  const answer = lookUp(path)
  if (answer === null) sendJson(response, 404, { error: `the scripted model has no ${path}` })
  else sendJson(response, 200, answer)
}
