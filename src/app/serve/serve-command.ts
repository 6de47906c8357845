/** conductor serve: serves the web app of a repository, whether or not a run goes on. */
import { renewAccessToken } from './access-token.ts'
import { hasBrowser, openInBrowser } from '../conduct/browser.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { openWeb, type Web } from './open-web.ts'
import { placeToServe, preparePlace } from '../projects/place-to-serve.ts'
import { isLoopback } from './server-address.ts'
import { hasKeys, howToQuit, untilQuit } from './until-quit.ts'
import { findWeb, type WebCard } from './web-server-card.ts'

export interface ServeOptions {
  /** null: the configured one, or the next one that is free. */
  readonly port: number | null
  /** null: as configured. */
  readonly host: string | null
  readonly allowRemote: boolean
  readonly allowedHosts: readonly string[]
  /** null: open it when this is a terminal and there is a browser. */
  readonly open: boolean | null
  readonly newToken: boolean
  /** Serves no other project of this user. */
  readonly only: boolean
}

export async function serveCommand(options: ServeOptions, console: Console): Promise<number> {
  const place = { ...placeToServe(console.folder), isOnly: options.only }
  const { workspace } = place
  const { server } = (await loadConfig(workspace)).config
  const host = options.host ?? server.host
  if (!isLoopback(host) && !options.allowRemote) throw notAllowed(host)
  preparePlace(place)
  const other = findWeb(workspace.home)
  if (other !== null) return sayServed(other, options, console)
  if (options.newToken) renewAccessToken(workspace.home)
  await using web = await openWeb(place, {
    host,
    port: options.port ?? server.port,
    isExact: options.port !== null,
    allowedHosts: options.allowedHosts,
    allowedOrigins: server.allowedOrigins,
  })
  sayOpen(web, console)
  if (options.open ?? (hasKeys() && hasBrowser())) openInBrowser(web.link)
  await untilQuit(web.link)
  return 0
}

const notAllowed = (host: string): Complaint =>
  new Complaint(
    `${host} can be reached from other machines, and anyone with the link can run commands here`,
    'use --allow-remote if you want that; a tunnel is safer: ssh -L 4700:127.0.0.1:4700 <this machine>',
  )

function sayServed({ link, process }: WebCard, options: ServeOptions, console: Console): number {
  if (options.newToken)
    throw new Complaint(
      `process ${process.pid} serves this repository, and only knows the old link`,
      'end it first, then make a new one',
    )
  console.answer(`Served already: ${link}`, { link, served_by: process.pid })
  return 0
}

function sayOpen({ link, linksElsewhere, notes }: Web, console: Console): void {
  for (const note of notes) console.remark(`note: ${note}`)
  const elsewhere = linksElsewhere.map((there) => `From elsewhere: ${there}`)
  console.answer([`Open ${link}`, ...elsewhere, howToQuit()].join('\n'), {
    link,
    links_elsewhere: linksElsewhere,
  })
}
