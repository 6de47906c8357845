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
import type { Beside } from '../api/api-context.ts'
import { aloneHub } from '../hub/alone.ts'
import { openGlances } from '../hub/glances.ts'
import { openLiveProjects } from '../hub/live-projects.ts'
import { mountOf, openMounts, type Mount, type MountOptions, type Mounts } from '../hub/mounts.ts'
import { isAboutCurrent, projectIn } from '../hub/project-paths.ts'
import type { ServedHub } from '../hub/served-hub.ts'
import { socketConnection } from '../live/socket-connection.ts'
import type { Joined } from '../live/live-sockets.ts'
import { protectPages } from './protect-pages.ts'
import { takeWebhooks, WEBHOOK_PATH, type Webhooks } from './take-webhooks.ts'
import type { Report } from './server-log.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { FromServer } from '../live/messages.ts'
import { runFinder } from '../api/run/find-run.ts'
import { terminalAllowed, terminalLine, type TerminalPlace } from '../terminal/terminal-socket.ts'
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
  /** The projects beside the served one; without it there are none. */
  readonly hub?: ServedHub
  /** null, or absent: no webhooks are taken. */
  readonly webhooks?: Webhooks | null
  /** Where the built web app is. */
  readonly files: string
  /** Writes down errors inside the server. */
  readonly report: Report
}

/** A port, where 0 is any free one; or the descriptor of a port that another process has opened. */
export type PlaceToListen =
  | { readonly host: string; readonly port: number }
  | { readonly fd: number }

/** A repository to serve. watch: calls `moved` when something may have been recorded there. */
export interface ToServe {
  readonly served: ServedRepository
  watch?(moved: () => void): Disposable
}

/** Rejects with the error of the system when the port cannot be opened. */
export async function openWebServer(
  { served, watch }: ToServe,
  options: WebServerOptions,
): Promise<WebServer> {
  await using parts = new AsyncDisposableStack()
  const { report, hub = aloneHub(served) } = options
  const glances = parts.use(openGlances(hub))
  const mounting: MountOptions = {
    report,
    projects: openLiveProjects(hub, glances),
    makeApi: (mount) => insideOf(mount, { hub, glances }, options),
  }
  const current = mountOf({ served, ...(watch && { watch }) }, mounting)
  const mounts = parts.use(openMounts(current, hub, mounting))
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE })
  const server = createAdaptorServer({
    fetch: webApp(mounts, options).fetch,
    websocket: { server: acceptor as unknown as WebSocketServerLike },
    serverOptions: LIMITS,
  }) as Server
  server.maxConnections = MOST_CONNECTIONS
  await listening(server, options)
  const opened = parts.move()
  return {
    port: (server.address() as AddressInfo).port,
    look: current.live.look,
    take: (connection) => void server.emit('connection', connection),
    async [Symbol.asyncDispose]() {
      // Browsers are told that the server ends before their connections are cut.
      const closing = opened.disposeAsync()
      await closeAll(server, acceptor)
      await closing
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

function webApp(mounts: Mounts, options: WebServerOptions): Hono {
  const app = new Hono()
  answerErrors(app, options.report)
  const [ourHosts, ourOrigins, withToken] = guards(options.access)
  app.use(drainRefusedRequest, protectPages, ourHosts, ourOrigins)
  const { webhooks = null } = options
  if (webhooks !== null) app.post(WEBHOOK_PATH, notTooLarge, onlyJson, takeWebhooks(webhooks))
  app.use(withToken, notTooLarge, onlyJson)
  const hello: FromServer = { type: 'hello', build: buildOf(options.files) }
  const line = liveLine(mounts, hello, options.report)
  for (const path of ['/api/live', '/api/projects/:id/live'])
    app.get(path, ifThereIsRoom(mounts), line, noSocket)
  const placeOf = (context: Context): TerminalPlace => {
    const { served, live } = mountFor(mounts, context)
    return { terminals: served.terminals, findTask: runFinder(served, live).findTask }
  }
  for (const path of ['/api/terminal', '/api/projects/:id/terminal'])
    app.get(path, terminalAllowed(placeOf), terminalLine(placeOf, options.report), noSocket)
  app.all('*', async ({ req, env }) => {
    const project = projectIn(req.path)
    const target = new URL(req.url)
    if (project === null) {
      const mount = isAboutCurrent(target) ? mounts.find('current') : mounts.current
      return (await mount.api()).fetch(req.raw, env)
    }
    target.pathname = project.inside
    return mounts.use(project.id, async (mount) =>
      (await mount.api()).fetch(new Request(target, req.raw), env),
    )
  })
  return app
}

/** The API is loaded for the first request: a run that no browser looks at does not wait for it. */
async function insideOf(
  { served, live, sockets }: Pick<Mount, 'served' | 'live' | 'sockets'>,
  beside: Beside,
  { access, report, files }: WebServerOptions,
): Promise<Hono> {
  const { apiOf } = await import('../api/api.ts')
  const inside = new Hono()
  answerErrors(inside, report)
  const { cookie } = access
  inside.route('/', apiOf(served, live, { cookie, beside, report, liveSockets: sockets.count }))
  inside.get('*', serveWebFiles(files))
  return inside
}

/** Throws Refused when there is no such project. A browser may also follow only the list of projects. */
function mountFor(mounts: Mounts, { req }: Context): Mount {
  const id = req.param('id')
  return id === undefined ? mounts.current : mounts.find(id)
}

const ifThereIsRoom =
  (mounts: Mounts): MiddlewareHandler =>
  async (context, next) =>
    mountFor(mounts, context).sockets.isFull()
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

function liveLine(mounts: Mounts, hello: FromServer, report: Report): MiddlewareHandler {
  return upgradeWebSocket(
    (context) => {
      const { sockets } = mountFor(mounts, context)
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
