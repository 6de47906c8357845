/** The one port of our GitHub: git, REST, GraphQL and logs, with failures on demand and a record of what was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerGraphql } from '../graphql/answer-graphql.ts'
import { noteViolations } from '../acts/note-violations.ts'
import { followRefs } from '../acts/follow-refs.ts'
import type { Answer } from '../rest/route.ts'
import { accountOf } from '../state/world.ts'
import { answerRest, type Surroundings } from './answer-rest.ts'
import { tokenOf } from './credentials.ts'
import type { Fault, Faults } from './faults.ts'
import { GIT_PATH, gitRequestOf, serveGit } from './git-over-http.ts'

export interface RequestRecord {
  readonly method: string
  /** With the query, as it was asked. */
  readonly path: string
  readonly kind: 'rest' | 'graphql' | 'git' | 'log'
  /** 0 when the connection was cut. */
  readonly status: number
  /** The size of the answer's body. */
  readonly bytes: number
  readonly isAuthenticated: boolean
  readonly login: string | null
}

export interface Listening {
  readonly around: Surroundings
  readonly faults: Faults
  readonly requests: RequestRecord[]
  /** Runs works one after the other, so that two requests never interleave. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

export async function listen(listening: Listening): Promise<Server> {
  const server = createServer((request, response) => {
    void serve(listening, request, response).catch((error: unknown) => {
      listening.around.mismatches.push(`Our GitHub failed: ${String((error as Error).stack)}`)
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  listening.around.world.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return server
}

async function serve(
  listening: Listening,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { faults, requests, around } = listening
  const line = `${request.method} ${request.url}`
  const fault = faults.faultFor(line)
  const token = tokenOf(around.world, request)
  const kind = kindOf(request.url ?? '/')
  const leave = around.limits.arrive()
  await faults.wait(line)
  if (fault === 'cut') request.socket.destroy()
  else if (fault === null || fault === 'cut after acting')
    await answer(listening, { kind, isCut: fault !== null }, request, response)
  else answerFault(fault, response)
  leave()
  const isCut = request.socket.destroyed
  requests.push({
    method: request.method ?? '',
    path: request.url ?? '',
    kind,
    status: isCut ? 0 : response.statusCode,
    bytes: isCut ? 0 : Number(response.getHeader('content-length') ?? 0),
    isAuthenticated: token !== null,
    login: token === null || token === 'unknown' ? null : token.login,
  })
}

function kindOf(path: string): RequestRecord['kind'] {
  const { pathname } = new URL(path, 'http://127.0.0.1')
  if (GIT_PATH.test(pathname)) return 'git'
  if (pathname.startsWith('/_logs/')) return 'log'
  return pathname === '/graphql' || pathname === '/api/graphql' ? 'graphql' : 'rest'
}

async function answer(
  listening: Listening,
  { kind, isCut }: { readonly kind: RequestRecord['kind']; readonly isCut: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (kind === 'git') return await answerGit(listening, isCut, request, response)
  const asked = await httpRequestOf(request)
  const told = kind === 'log' ? logOf(listening, asked.pathname) : await listening.inTurn(api)
  if (isCut) request.socket.destroy()
  else send(told, response)

  async function api(): Promise<Answer> {
    const { around } = listening
    return kind === 'graphql' ? await answerGraphql(around, asked) : await answerRest(around, asked)
  }
}

async function httpRequestOf(request: IncomingMessage) {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const pathname = url.pathname.replace(/^\/api\/v3(?=\/)/, '')
  return { request, method: request.method ?? 'GET', url, pathname, text: await text(request) }
}

function send({ status, body, headers = {} }: Answer, response: ServerResponse): void {
  const isText = typeof body === 'string'
  const payload = body === null ? '' : isText ? body : JSON.stringify(body)
  const all = {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(payload),
    'x-github-request-id': '0000:0000',
    ...headers,
  }
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
  response.writeHead(status).end(payload)
}

const answerFault = (fault: Exclude<Fault, string>, response: ServerResponse): void =>
  send(
    {
      status: fault.status,
      body: fault.body ?? { message: 'Server Error' },
      headers: fault.headers ?? {},
    },
    response,
  )

/** As the real one, the log is behind a signed address that wants no token. */
function logOf({ around }: Listening, pathname: string): Answer {
  const id = Number(pathname.split('/').at(-1))
  const repositories = [...around.world.repositories.values()]
  const run = repositories.flatMap(({ checkRuns }) => checkRuns).find((one) => one.id === id)
  return { status: run === undefined ? 404 : 200, body: run?.log ?? 'Not Found' }
}

async function answerGit(
  { around, inTurn }: Listening,
  isCut: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world } = around
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const asked = gitRequestOf(world, url, tokenOf(world, request))
  if ('status' in asked) {
    const realm = { 'www-authenticate': 'Basic realm="GitHub"' }
    response.writeHead(asked.status, asked.status === 401 ? realm : {}).end(asked.text)
    return
  }
  const { repository, token } = asked
  await serveGit(asked, request, response, () =>
    inTurn(async () => {
      const by = accountOf(world, token?.login ?? 'ghost')
      await noteViolations(world, repository, token, await followRefs(world, repository, by))
      if (isCut) request.socket.destroy()
    }),
  )
}
