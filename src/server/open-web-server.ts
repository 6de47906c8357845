/** API and web app on one port. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, upgradeWebSocket, type WebSocketServerLike } from '@hono/node-server'
import { WebSocketServer, type WebSocket } from 'ws'
import { Hono } from 'hono'
import { guard, type Access } from './access.ts'
import { apiOf } from './api/api.ts'
import { followLog, type LiveRuns } from './live-runs.ts'
import { openLiveSockets, type LiveSockets } from './live-sockets.ts'
import { protectPages } from './protect-pages.ts'
import type { ServedRepository } from './served-repository.ts'
import { serveWebFiles } from './web-files.ts'

export interface WebServer extends AsyncDisposable {
  readonly port: number
  /** Something may have happened. */
  look(): void
}

export interface WebServerOptions {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  readonly access: Access
  /** Where the built web app is. */
  readonly files: string
}

/** Rejects with what the system says when the port cannot be had. */
export async function openWebServer(
  served: ServedRepository,
  options: WebServerOptions,
): Promise<WebServer> {
  const live = followLog(served.log, served.conductedRun)
  const sockets = openLiveSockets(served, live)
  const app = webApp(served, { live, sockets, options })
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const server = createAdaptorServer({
    fetch: app.fetch,
    websocket: { server: acceptor as unknown as WebSocketServerLike },
  }) as Server
  const sayGoodbye = (): void => {
    sockets[Symbol.dispose]()
    live[Symbol.dispose]()
  }
  await listening(server, options).catch((error: unknown) => {
    sayGoodbye()
    throw error
  })
  return {
    port: (server.address() as AddressInfo).port,
    look: live.look,
    [Symbol.asyncDispose]() {
      sayGoodbye()
      return closed(server, acceptor)
    },
  }
}

const listening = (server: Server, { host, port }: WebServerOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** For browsers that do not answer to a goodbye. */
const LONGEST_GOODBYE = 500

async function closed(server: Server, acceptor: WebSocketServer): Promise<void> {
  server.closeAllConnections()
  const cut = setTimeout(() => {
    for (const client of acceptor.clients) client.terminate()
  }, LONGEST_GOODBYE)
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
  app.use(protectPages, guard(options.access))
  app.get(
    '/api/live',
    upgradeWebSocket(() => liveLine(sockets)),
  )
  const { cookie } = options.access
  app.route('/', apiOf(served, live, { cookie, liveSockets: sockets.count }))
  app.get('*', serveWebFiles(options.files))
  return app
}

function liveLine(sockets: LiveSockets) {
  let joined: ReturnType<LiveSockets['join']> | null = null
  return {
    onOpen(
      _event: unknown,
      socket: { raw?: unknown; send(text: string): void; close(code: number, why: string): void },
    ) {
      const raw = socket.raw as WebSocket
      joined = sockets.join({
        send: (text) => socket.send(text),
        close: (code, why) => socket.close(code, why),
        waiting: () => raw.bufferedAmount,
      })
    },
    onMessage(event: { data: unknown }) {
      joined?.heard(typeof event.data === 'string' ? event.data : '')
    },
    onClose: () => joined?.left(),
    onError: () => joined?.left(),
  }
}
