/** Serves API and web app for a repository, and keeps the link to it where only this user can read it. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessIdentity } from '../core/event.ts'
import { identityOf, isAlive } from '../processes/process-table.ts'
import { LOOPBACK_HOSTS } from '../server/access.ts'
import { openWebServer, type WebServer } from '../server/open-web-server.ts'
import { openServerLog } from '../server/server-log.ts'
import { watchStore } from '../store/watch-store.ts'
import { Complaint } from './complain.ts'
import { serveRepository } from './serve-repository.ts'
import type { Workspace } from './workspace.ts'

export interface Web extends AsyncDisposable {
  /** With the token in it: for the user's eyes only. */
  readonly link: string
  look(): void
}

export interface WebOptions {
  readonly host: string
  /** null: the usual one, or one of the next that is free. */
  readonly port: number | null
}

/** Whoever serves this repository now. */
export interface WebCard {
  readonly process: ProcessIdentity
  readonly link: string
}

export const USUAL_PORT = 4700
const PORTS_TRIED = 20

export async function openWeb(workspace: Workspace, options: WebOptions): Promise<Web> {
  const token = tokenIn(workspace.home)
  const repository = serveRepository(workspace)
  try {
    const server = await listen(workspace, options, token, repository.served)
    const link = `http://${options.host}:${server.port}/?token=${token}`
    publish(workspace.home, { process: identityOf(process.pid)!, link })
    const watch = watchStore(workspace.database, server.look)
    return {
      link,
      look: server.look,
      async [Symbol.asyncDispose]() {
        rmSync(cardIn(workspace.home), { force: true })
        watch[Symbol.dispose]()
        await server[Symbol.asyncDispose]()
        repository[Symbol.dispose]()
      },
    }
  } catch (error) {
    repository[Symbol.dispose]()
    throw error
  }
}

/** null: nobody serves it, whatever an earlier server left lying about. */
export function findWeb(home: string): WebCard | null {
  if (!existsSync(cardIn(home))) return null
  try {
    const card = JSON.parse(readFileSync(cardIn(home), 'utf8')) as WebCard
    return isAlive(card.process) ? card : null
  } catch {
    // Cut off while it was written: as good as none.
    return null
  }
}

type Served = ReturnType<typeof serveRepository>['served']

async function listen(
  workspace: Workspace,
  { host, port }: WebOptions,
  token: string,
  served: Served,
): Promise<WebServer> {
  const access = {
    token,
    cookie: cookieFor(workspace.home),
    hosts: new Set([...LOOPBACK_HOSTS, host]),
    origins: new Set<string>(),
  }
  const report = openServerLog(join(workspace.home, 'server.log'), [token])
  const files = fileURLToPath(new URL('../../dist/web', import.meta.url))
  const first = port ?? USUAL_PORT
  for (let tried = first; ; tried++) {
    try {
      return await openWebServer(served, { host, port: tried, access, files, report })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && port === null && tried < first + PORTS_TRIED) continue
      throw new Complaint(
        `port ${tried} on ${host} cannot be had (${code})`,
        'choose another with --port, or none with --no-web',
      )
    }
  }
}

/** Kept, so that an open page finds its way back after a restart. */
function tokenIn(home: string): string {
  const file = join(home, 'access-token')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  // A machine that loses power may leave an empty file.
  if (kept.length >= 32) return kept
  const token = randomBytes(24).toString('base64url')
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}

const cookieFor = (home: string): string =>
  `conductor-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`

const cardIn = (home: string): string => join(home, 'web.json')

function publish(home: string, card: WebCard): void {
  writeFileSync(`${cardIn(home)}.new`, JSON.stringify(card), { mode: 0o600 })
  renameSync(`${cardIn(home)}.new`, cardIn(home))
}
