/** Serves API and web app for a repository. */
import { createHash } from 'node:crypto'
import { inHome } from '../../core/value/home-paths.ts'
import { WEB_FILES } from '../../server/built-web.ts'
import type { Access } from '../../server/http/access.ts'
import {
  openWebServer,
  type PlaceToListen,
  type WebServer,
} from '../../server/http/open-web-server.ts'
import type { ListedProject } from '../../server/hub/served-hub.ts'
import { openServerLog, type Report } from '../../server/http/server-log.ts'
import type { Webhooks } from '../../server/http/take-webhooks.ts'
import { accessToken } from './access-token.ts'
import { announceWeb, type AnnouncedWeb } from './announce-web.ts'
import { hostsOf, type ServerAddress } from './server-address.ts'
import { onFreePort, type WebOptions } from './web-port.ts'
import type { Workspace } from '../place/workspace.ts'
import { followPulls, type PullFollower } from '../pull-requests/follow-pulls.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { noRepository } from '../projects/no-repository.ts'
import { projectOf, serveHub, workspaceAt } from '../projects/serve-hub.ts'
import { serveSuggestions } from '../suggest/serve-suggestions.ts'
import { openTracker } from '../workspaces/open-tracker.ts'
import type { TrackedProject } from '../workspaces/tracked-repository.ts'

export type Web = Omit<AnnouncedWeb, typeof Symbol.dispose> & AsyncDisposable

/** What is served, beside all other projects of this user. */
export interface ServedPlace {
  readonly workspace: Workspace
  /** The folder is no repository, and nothing of it is served. */
  readonly isOutside?: boolean
  /** No other project is served. */
  readonly isOnly?: boolean
}

export async function openWeb(place: ServedPlace, options: WebOptions): Promise<Web> {
  await using opening = new AsyncDisposableStack()
  const { host } = options
  const server = opening.use(
    await onFreePort(options, (port) => serveWeb(place, options, { host, port })),
  )
  const announced = opening.use(announceWeb(place.workspace.home, options, server.port))
  const opened = opening.move()
  return { ...announced, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Rejects with the error of the system when it cannot listen there. */
export async function serveWeb(
  place: ServedPlace,
  address: ServerAddress,
  listen: PlaceToListen,
): Promise<Omit<WebServer, 'look'>> {
  await using opening = new AsyncDisposableStack()
  const { workspace, isOutside = false, isOnly = false } = place
  const current = isOutside ? null : projectOf(workspace)
  const tracker = opening.use(openTracker(() => hub.list().map(trackedProject), workspace))
  const hub = serveHub({ folder: workspace.folder, current, isOnly, tracker })
  const toServe =
    current === null
      ? {
          served: noRepository(workspace.folder, {
            tracker,
            suggestions: opening.use(serveSuggestions(workspace)),
          }),
        }
      : opening.use(hub.open({ ...current, isThere: true }))
  const token = accessToken(workspace.home)
  const access = accessTo(workspace, address, token)
  const report = openServerLog(inHome(workspace.home, 'serverLog'), [token])
  const follower =
    current === null
      ? null
      : opening.use(
          followPulls(workspace, (error) => void report('following pull requests', error)),
        )
  const webhooks = follower === null ? null : await webhooksOf(workspace, follower, report)
  const { port, take } = opening.use(
    await openWebServer(toServe, { listen, files: WEB_FILES, access, report, hub, webhooks }),
  )
  const opened = opening.move()
  return { port, take, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** null: none are configured, or their secret is missing, which is written down. */
async function webhooksOf(
  workspace: Workspace,
  follower: PullFollower,
  report: Report,
): Promise<Webhooks | null> {
  const loaded = await loadConfig(workspace).catch(() => null)
  const name = loaded?.config.pullRequests.webhookSecretEnv ?? null
  if (name === null) return null
  const secret = process.env[name] ?? ''
  if (secret.length >= SHORTEST_SECRET) return { secret, hear: (news) => follower.hear(news) }
  report('webhooks', `${name} is not set, or has less than ${SHORTEST_SECRET} characters`)
  return null
}

const SHORTEST_SECRET = 16

const trackedProject = ({ id, root }: ListedProject): TrackedProject => ({
  project: id,
  workspace: workspaceAt(root),
})

const accessTo = ({ home }: Workspace, address: ServerAddress, token: string): Access => ({
  token,
  cookie: `conductor-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`,
  hosts: hostsOf(address),
  origins: new Set(address.allowedOrigins),
  ...(address.takenAt === undefined ? {} : { ticketsSince: address.takenAt }),
})
