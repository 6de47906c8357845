/** API and web app for the run that this process conducts. Their failures never stop the run. */
import { errorMessage } from '../../core/text/error-message.ts'
import type { Config } from '../../config/config.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { announceWeb } from '../serve/announce-web.ts'
import { isLoopback } from '../serve/server-address.ts'
import type { WebWish } from './show-options.ts'
import { findWeb } from '../serve/web-server-card.ts'
import { endLeftServer, openWebProcess } from '../serve/web-process.ts'
import type { Workspace } from '../place/workspace.ts'

export interface RunWeb extends AsyncDisposable {
  /** null: there is no page to look at. */
  readonly link: string | null
}

interface Around {
  readonly workspace: Workspace
  readonly config: Config
  readonly console: Console
}

/** Complains only about a port that the user asked for; any other failure is a note. */
export async function openRunWeb(wish: WebWish | null, around: Around): Promise<RunWeb> {
  const { workspace, config, console } = around
  await endLeftServer(workspace)
  if (wish === null || (!config.server.web && wish.port === null)) return NONE
  const other = findWeb(workspace.home)
  if (other !== null) return { ...NONE, link: other.link }
  try {
    return await open(wish, around)
  } catch (error) {
    if (wish.port !== null && error instanceof Complaint) throw error
    console.remark(`note: there is no web page: ${errorMessage(error)}`)
    return NONE
  }
}

const NONE: RunWeb = { link: null, async [Symbol.asyncDispose]() {} }

async function open({ port }: WebWish, { workspace, config, console }: Around): Promise<RunWeb> {
  const { host, port: usual, allowedOrigins } = config.server
  const options = {
    host: isLoopback(host) ? host : '127.0.0.1',
    port: port ?? usual,
    isExact: port !== null,
    allowedHosts: [],
    allowedOrigins,
  }
  await using opening = new AsyncDisposableStack()
  const web = opening.use(await openWebProcess(workspace, options))
  const announced = opening.use(announceWeb(workspace.home, options, web.port))
  announced.notes.forEach((note) => console.remark(`note: ${note}`))
  void web.givenUp.then((error) => {
    announced[Symbol.dispose]()
    console.remark(`note: there is no web page any more: ${errorMessage(error)}`)
  })
  const opened = opening.move()
  return { link: announced.link, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
