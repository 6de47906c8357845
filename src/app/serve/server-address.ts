/** Where a server listens, and the host names that it answers to. */
import { networkInterfaces } from 'node:os'
import { LOOPBACK_HOSTS } from '../../server/http/access.ts'

export interface ServerAddress {
  readonly host: string
  /** Names that, as the user says, lead to this server. */
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** When the port was opened, if that was before the server started. */
  readonly takenAt?: number
}

/** Whether only this machine can reach it. */
export const isLoopback = (host: string): boolean =>
  LOOPBACK_HOSTS.has(nameInUrl(host)) || /^127\.\d+\.\d+\.\d+$/.test(host)

/** A name that a foreign page could have pointed to this machine is not among them. */
export const hostsOf = (address: ServerAddress): ReadonlySet<string> =>
  new Set([
    ...LOOPBACK_HOSTS,
    ...namesElsewhere(address),
    ...address.allowedOrigins.map((origin) => new URL(origin).hostname),
    nameInUrl(address.host),
  ])

/** Each as it stands in a link; none where only this machine can reach the server. */
export function namesElsewhere({ host, allowedHosts }: ServerAddress): readonly string[] {
  const named = allowedHosts.map((name) => nameInUrl(name.replace(/:\d+$/, '')))
  if (isLoopback(host)) return named
  return [...named, ...(isEveryAddress(host) ? ownAddresses() : [nameInUrl(host)])]
}

/** The name to use on this machine itself. */
export const nameHere = (host: string): string =>
  isEveryAddress(host) ? '127.0.0.1' : nameInUrl(host)

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0)
    .map(({ address }) => nameInUrl(address))

const nameInUrl = (host: string): string =>
  (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host).toLowerCase()
