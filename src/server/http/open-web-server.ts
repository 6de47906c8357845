/** API and web app on one port. */
import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createAdaptorServer, upgradeWebSocket, type WebSocketServerLike } from '@hono/node-server'
import { WebSocketServer, type WebSocket } from 'ws'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { guards, type Access } from './access.ts'
import { answerErrors } from './answer-errors.ts'
import { refused } from './api-error.ts'
import { notTooLarge, onlyJson } from './check-body.ts'
import { drainRefusedRequest } from './drain-refused-request.ts'
import { socketConnection } from '../live/socket-connection.ts'
import { followLog, type LiveRuns } from '../live/live-runs.ts'
import { openLiveSockets, type Joined, type LiveSockets } from '../live/live-sockets.ts'
import { protectPages } from './protect-pages.ts'
import type { Report } from './server-log.ts'
import type { ServedRepository } from '../served-repository.ts'
import type { FromServer } from '../live/messages.ts'
import { buildOf, serveWebFiles } from './web-files.ts'

export interface WebServer extends AsyncDisposable {
  readonly port: number
  /** Reads the log now, because something may have happened. */
  look(): void
  /** Serves a connection to this port that another process has accepted. */
  take(connection: Socket): void
}

export interface WebServerOptions {
  readonly listen: PlaceToListen
  readonly access: Access
  /** Where the built web app is. */
  readonly files: string
  /** Writes down errors inside the server. */
  readonly report: Report
}

/** A port, where 0 is any free one; or the descriptor of a port that another process has opened. */
export type PlaceToListen =
  | { readonly host: string; readonly port: number }
  | { readonly fd: number }

/** Rejects with the error of the system when the port cannot be opened. */
export async function openWebServer(
  served: ServedRepository,
  options: WebServerOptions,
): Promise<WebServer> {
  using parts = new DisposableStack()
  const { report } = options
  const live = parts.use(followLog(served, (error) => void report('reading the log', error)))
  const sockets = parts.use(
    openLiveSockets(served, live, (error) => void report('telling a browser', error)),
  )
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE })
  const server = createAdaptorServer({
    fetch: webApp(served, { live, sockets, options }).fetch,
    websocket: { server: acceptor as unknown as WebSocketServerLike },
    serverOptions: LIMITS,
  }) as Server
  server.maxConnections = MOST_CONNECTIONS
  await listening(server, options)
  const opened = parts.move()
  return {
    port: (server.address() as AddressInfo).port,
    look: live.look,
    take: (connection) => void server.emit('connection', connection),
    [Symbol.asyncDispose]() {
      opened.dispose()
      return closeAll(server, acceptor)
    },
  }
}

const LONGEST_MESSAGE = 64 * 1024
const MOST_CONNECTIONS = 1500

/** Limits for clients that send a request byte by byte. Only web sockets may upgrade a connection. */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket',
}

/** Errors of the port after it is open, such as too many open files, are reported and do not end the server. */
const listening = (server: Server, { listen, report }: WebServerOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(listen, () => {
      server.off('error', reject).on('error', (error) => report('the port', error))
      resolve()
    })
  })

/** Milliseconds. All clients were told that the server ends; those that have not hung up by then are disconnected. */
const LONGEST_GOODBYE = 500

async function closeAll(server: Server, { clients }: WebSocketServer): Promise<void> {
  server.closeAllConnections()
  const cut = setTimeout(() => clients.forEach((client) => client.terminate()), LONGEST_GOODBYE)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(cut)
}

interface Parts {
  readonly live: LiveRuns
  readonly sockets: LiveSockets
  readonly options: WebServerOptions
}

function webApp(served: ServedRepository, { live, sockets, options }: Parts): Hono {
  const app = new Hono()
  answerErrors(app, options.report)
  app.use(drainRefusedRequest, protectPages, ...guards(options.access), notTooLarge, onlyJson)
  const hello: FromServer = { type: 'hello', build: buildOf(options.files) }
  app.get('/api/live', ifThereIsRoom(sockets), liveLine(sockets, hello, options.report), noSocket)
  let inside: Promise<Hono> | null = null
  app.all('*', async ({ req, env }) => {
    inside ??= insideOf(served, { live, sockets, options })
    return (await inside).fetch(req.raw, env)
  })
  return app
}

/** The API is loaded for the first request: a run that no browser looks at does not wait for it. */
async function insideOf(
  served: ServedRepository,
  { live, sockets, options }: Parts,
): Promise<Hono> {
  const { apiOf } = await import('../api/api.ts')
  const { access, report } = options
  const inside = new Hono()
  answerErrors(inside, report)
  inside.route(
    '/',
    apiOf(served, live, { cookie: access.cookie, report, liveSockets: sockets.count }),
  )
  inside.get('*', serveWebFiles(options.files))
  return inside
}

const ifThereIsRoom =
  (sockets: LiveSockets): MiddlewareHandler =>
  async (context, next) =>
    sockets.isFull()
      ? refused(context, 503, {
          error: 'too_many',
          message: 'too many browsers are connected',
          hint: 'close some of them',
        })
      : next()

const noSocket = (context: Context): Response =>
  refused(context, 426, {
    error: 'upgrade_required',
    message: 'this is a web socket',
    hint: 'to ask for what happened: GET /api/runs/current/events',
  })

function liveLine(sockets: LiveSockets, hello: FromServer, report: Report): MiddlewareHandler {
  return upgradeWebSocket(
    () => {
      let joined: Joined | null = null
      return {
        onOpen(_event, { raw }) {
          const connection = socketConnection(raw as WebSocket, () => performance.now())
          connection.send(JSON.stringify(hello))
          joined = sockets.join(connection)
        },
        onMessage: ({ data }) => joined?.heard(typeof data === 'string' ? data : ''),
        onClose: () => joined?.left(),
        onError: () => joined?.left(),
      }
    },
    { onError: (error) => void report('a live socket', error) },
  )
}
