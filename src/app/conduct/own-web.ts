/** API and web app for the run that this very process conducts. They are never in its way. */
import type { Config } from '../../config/config.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { Web } from '../serve/open-web.ts'
import { isLoopback } from '../serve/server-address.ts'
import type { WebWish } from './showing.ts'
import { findWeb } from '../serve/web-card.ts'
import type { Workspace } from '../place/workspace.ts'

export interface OwnWeb extends AsyncDisposable {
  /** null: there is no page to look at. */
  readonly link: string | null
  /** Something has happened. */
  look(): void
}

interface Around {
  readonly workspace: Workspace
  readonly config: Config
  readonly console: Console
}

/** Complains only about a port that was asked for by name; whatever else is wrong is a note. */
export async function openOwnWeb(wish: WebWish | null, around: Around): Promise<OwnWeb> {
  const { workspace, config, console } = around
  if (wish === null || (!config.server.web && wish.port === null)) return NONE
  const other = findWeb(workspace.home)
  if (other !== null) return { ...NONE, link: other.link }
  try {
    return harmless(await open(wish, around), console)
  } catch (error) {
    if (wish.port !== null && error instanceof Complaint) throw error
    console.remark(`note: there is no web page: ${wordsOf(error)}`)
    return NONE
  }
}

const NONE: OwnWeb = { link: null, look() {}, async [Symbol.asyncDispose]() {} }

async function open({ port }: WebWish, { workspace, config, console }: Around): Promise<Web> {
  // Loaded only here: most commands serve nothing.
  const { openWeb } = await import('../serve/open-web.ts')
  const { host, port: usual, allowedOrigins } = config.server
  const web = await openWeb(workspace, {
    host: isLoopback(host) ? host : '127.0.0.1',
    port: port ?? usual,
    isExact: port !== null,
    allowedHosts: [],
    allowedOrigins,
  })
  web.notes.forEach((note) => console.remark(`note: ${note}`))
  return web
}

/** What goes wrong with the server is said once, and the run goes on. */
function harmless(web: Web, console: Console): OwnWeb {
  let isWell = true
  const fail = (error: unknown): void => {
    if (isWell) console.remark(`note: the web page is in trouble: ${wordsOf(error)}`)
    isWell = false
  }
  return {
    link: web.link,
    look() {
      try {
        if (isWell) web.look()
      } catch (error) {
        fail(error)
      }
    },
    async [Symbol.asyncDispose]() {
      try {
        await web[Symbol.asyncDispose]()
      } catch (error) {
        fail(error)
      }
    },
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
