/** For doctor: whether the web app can be served. The token is left out, since users pass these reports on. */
import { createServer } from 'node:net'
import type { Config } from '../../config/config.ts'
import { isWebBuilt } from '../../server/built-web.ts'
import type { Finding } from './finding.ts'
import { findWeb, type WebCard } from '../serve/web-server-card.ts'
import type { Workspace } from '../place/workspace.ts'

export async function lookAtWeb(
  { home }: Workspace,
  { host, port }: Pick<Config['server'], 'host' | 'port'>,
): Promise<readonly Finding[]> {
  return [built(), sayServed(findWeb(home)) ?? (await sayPort(host, port))]
}

const built = (): Finding =>
  isWebBuilt()
    ? { what: 'web app', is: 'ok', says: 'built' }
    : {
        what: 'web app',
        is: 'note',
        says: 'not built: everything but the page itself is served',
        remedy: 'npm run build',
      }

function sayServed(card: WebCard | null): Finding | null {
  if (card === null) return null
  const says = `served on ${new URL(card.link).origin} by process ${card.process.pid}`
  return { what: 'web server', is: 'ok', says }
}

async function sayPort(host: string, port: number): Promise<Finding> {
  const trouble = await troubleWith(host, port)
  if (trouble === null)
    return { what: 'web server', is: 'ok', says: `none is running; port ${port} is free` }
  const says =
    trouble === 'EADDRINUSE'
      ? `none is running; port ${port} is taken, so the next free port will be used`
      : `none is running; port ${port} of ${host} cannot be used (${trouble})`
  return { what: 'web server', is: 'note', says, remedy: 'choose another with `server.port`' }
}

/** null: the port can be opened. */
const troubleWith = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
      .listen(port, host, () => server.close(() => resolve(null)))
  })
