/** Serves API and web app for a repository. */
import { createHash } from 'node:crypto'
import { inHome } from '../../core/value/home-paths.ts'
import type { Access } from '../../server/http/access.ts'
import {
  openWebServer,
  type WebServer,
  type WebServerOptions,
} from '../../server/http/open-web-server.ts'
import type { ServedRepository } from '../../server/served-repository.ts'
import { openServerLog } from '../../server/http/server-log.ts'
import { watchStore } from '../../store/watch-store.ts'
import { accessToken } from './access-token.ts'
import { isWebBuilt, WEB_FILES } from '../../server/built-web.ts'
import { Complaint } from '../console/complain.ts'
import { serveRepository } from './serve-repository.ts'
import { hostsOf, nameHere, namesElsewhere, type ServerAddress } from './server-address.ts'
import { putUpCard } from './web-card.ts'
import type { Workspace } from '../place/workspace.ts'

export interface Web extends AsyncDisposable {
  /** With the token in it: for the user's eyes only. */
  readonly link: string
  /** For other machines. */
  readonly linksElsewhere: readonly string[]
  /** What the user may not expect. */
  readonly notes: readonly string[]
  look(): void
}

export interface WebOptions extends ServerAddress {
  readonly port: number
  /** No other port will do. */
  readonly isExact: boolean
}

export async function openWeb(workspace: Workspace, options: WebOptions): Promise<Web> {
  await using opening = new AsyncDisposableStack()
  const { served } = opening.use(serveRepository(workspace))
  const token = accessToken(workspace.home)
  const access = accessTo(workspace, options, token)
  const report = openServerLog(inHome(workspace.home, 'serverLog'), [token])
  const server = opening.use(await listen(served, options, { access, report }))
  const linkAt = (name: string): string => `http://${name}:${server.port}/?token=${token}`
  const link = linkAt(nameHere(options.host))
  opening.use(watchStore(workspace.database, server.look))
  opening.use(putUpCard(workspace.home, link))
  const opened = opening.move()
  return {
    link,
    linksElsewhere: namesElsewhere(options).map(linkAt),
    notes: [...movedNote(options, server.port), ...unbuiltNote()],
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

async function listen(
  served: ServedRepository,
  options: WebOptions,
  rest: Pick<WebServerOptions, 'access' | 'report'>,
): Promise<WebServer> {
  const { host } = options
  for (const port of portsToTry(options)) {
    try {
      return await openWebServer(served, { host, port, files: WEB_FILES, ...rest })
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException
      if (syscall === undefined) throw error
      if (code !== 'EADDRINUSE' || options.isExact) throw cannotBeHad(host, port, code)
    }
  }
  throw new Error('a port that the system chooses is never taken')
}

const PORTS_TRIED = 20

const portsToTry = ({ port, isExact }: WebOptions): readonly number[] =>
  isExact ? [port] : [...Array.from({ length: PORTS_TRIED }, (_, i) => port + i).filter(isPort), 0]

const isPort = (port: number): boolean => port < 2 ** 16

const cannotBeHad = (host: string, port: number, code: string | undefined): Complaint =>
  code === 'EADDRINUSE'
    ? new Complaint(
        `port ${port} is taken`,
        'choose another with --port, or leave that out: then the next one that is free is used',
      )
    : new Complaint(
        `port ${port} of ${host} cannot be had (${code})`,
        'see --host, --port and `server` in the configuration',
      )

const movedNote = ({ port, isExact }: WebOptions, got: number): readonly string[] =>
  isExact || got === port ? [] : [`port ${port} is taken; port ${got} is used instead`]

const unbuiltNote = (): readonly string[] =>
  isWebBuilt() ? [] : ['the web page has not been built: `npm run build`']
