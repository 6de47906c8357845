/** Which repository on GitHub the remotes of a repository point to. */
import type { Remote } from './branch-view.ts'

/** GitHub itself, or an Enterprise server. */
export interface GithubSite {
  readonly host: string
  /** Where its API is. */
  readonly api: string
}

export interface GithubPlace {
  readonly site: GithubSite
  readonly owner: string
  readonly name: string
  /** The URL of the repository's page, without a slash at the end. */
  readonly page: string
  /** owner/name of all remotes on this site: a branch of one of them is a branch of ours. */
  readonly ours: ReadonlySet<string>
}

/** The first remote that is on one of the sites decides; null: there is none. */
export function githubPlaceOf(
  remotes: readonly Remote[],
  sites: readonly GithubSite[],
): GithubPlace | null {
  const places = remotes.flatMap(({ address }) => placeIn(address) ?? [])
  const first = places.find(({ host }) => sites.some((site) => site.host === host))
  if (first === undefined) return null
  const { host, owner, name } = first
  const same = places.filter((each) => each.host === host)
  return {
    site: sites.find((each) => each.host === host)!,
    owner,
    name,
    page: `https://${host}/${owner}/${name}`,
    ours: new Set(same.map((each) => `${each.owner}/${each.name}`.toLowerCase())),
  }
}

/** The repository as owner/name that issues are read from, if it is not that of the remote `pulls`; remotes: in the order in which they are asked for issues. */
export function issuesElsewhere(
  remotes: readonly Remote[],
  pulls: Remote,
  sites: readonly GithubSite[],
): string | null {
  const [issues, own] = [githubPlaceOf(remotes, sites), githubPlaceOf([pulls], sites)]
  const isOwn = own !== null && own.site.host === issues?.site.host && isSameName(own, issues)
  if (issues === null || isOwn) return null
  return `${issues.owner}/${issues.name}`
}

/** Whether two addresses lead to the same repository of a forge, however they are written. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [placeIn(one), placeIn(other)]
  if (first === null || second === null) return one === other
  return first.host === second.host && isSameName(first, second)
}

const isSameName = (one: Omit<Place, 'host'>, other: Omit<Place, 'host'>): boolean =>
  `${one.owner}/${one.name}`.toLowerCase() === `${other.owner}/${other.name}`.toLowerCase()

interface Place {
  readonly host: string
  readonly owner: string
  readonly name: string
}

/** `https://host/owner/name`, `ssh://git@host:22/owner/name.git` or `git@host:owner/name`. */
const ADDRESS =
  /^(?:[a-z+]+:\/\/(?:[^@/]*@)?([^:/]+)(?::\d+)?\/|(?:[^@/:]+@)?([^:/]+):)\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/*$/i

function placeIn(address: string): Place | null {
  const [, url, short, owner, name] = ADDRESS.exec(address.trim()) ?? []
  const host = (url ?? short)?.toLowerCase()
  if (host === undefined || owner === undefined || name === undefined) return null
  return { host: host === 'ssh.github.com' ? 'github.com' : host, owner, name }
}

/** GitHub, and the server that the environment names as GitHub's own tools understand it. */
export function githubSites(
  environment: Readonly<Record<string, string | undefined>>,
): readonly GithubSite[] {
  const { GITHUB_API_URL: api, GITHUB_SERVER_URL: server, GH_HOST: host } = environment
  const named = hostIn(server) ?? host?.toLowerCase() ?? hostIn(api)?.replace(/^api\./, '')
  if (named === undefined) return [GITHUB]
  const site = { host: named, api: api ?? usualApi(named) }
  if (named === GITHUB.host) return [site]
  const isOfAll = server === undefined && host === undefined && !isEnterprise(site)
  return [site, isOfAll ? { ...site, host: GITHUB.host } : GITHUB]
}

/** The address of any other API leads to that of GitHub, for example a proxy. */
const isEnterprise = ({ host, api }: GithubSite): boolean =>
  host.endsWith('.ghe.com') || /\/api\/v3\/*$/.test(api)

export const USUAL_API = 'https://api.github.com'

const GITHUB: GithubSite = { host: 'github.com', api: USUAL_API }

const hostIn = (url: string | undefined): string | undefined =>
  /^https?:\/\/([^:/]+)/i.exec(url ?? '')?.[1]?.toLowerCase()

/** Sites of GitHub under their own name have their API beside them, Enterprise servers below them. */
const usualApi = (host: string): string => {
  if (host === GITHUB.host) return GITHUB.api
  return host.endsWith('.ghe.com') ? `https://api.${host}` : `https://${host}/api/v3`
}
