/** Serves API and web app for a repository. */
import { createHash } from 'node:crypto'
import { inHome } from '../../core/value/home-paths.ts'
import type { Access } from '../../server/http/access.ts'
import { openWebServer } from '../../server/http/open-web-server.ts'
import { openServerLog } from '../../server/http/server-log.ts'
import { watchStore } from '../../store/watch-store.ts'
import { accessToken } from './access-token.ts'
import { announceWeb, type AnnouncedWeb } from './announce-web.ts'
import { WEB_FILES } from '../../server/built-web.ts'
import { serveRepository } from './serve-repository.ts'
import { hostsOf } from './server-address.ts'
import { onFreePort, type WebOptions } from './web-port.ts'
import type { Workspace } from '../place/workspace.ts'

export type Web = Omit<AnnouncedWeb, typeof Symbol.dispose> & AsyncDisposable & { look(): void }

export async function openWeb(workspace: Workspace, options: WebOptions): Promise<Web> {
  await using opening = new AsyncDisposableStack()
  const { served } = opening.use(serveRepository(workspace))
  const token = accessToken(workspace.home)
  const access = accessTo(workspace, options, token)
  const report = openServerLog(inHome(workspace.home, 'serverLog'), [token])
  const { host } = options
  const server = opening.use(
    await onFreePort(options, (port) =>
      openWebServer(served, { host, port, files: WEB_FILES, access, report }),
    ),
  )
  opening.use(watchStore(workspace.database, server.look))
  const announced = opening.use(announceWeb(workspace.home, options, server.port))
  const opened = opening.move()
  return {
    ...announced,
    look: server.look,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const accessTo = ({ home }: Workspace, options: WebOptions, token: string): Access => ({
  token,
  cookie: `conductor-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`,
  hosts: hostsOf(options),
  origins: new Set(options.allowedOrigins),
})
