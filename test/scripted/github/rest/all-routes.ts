/** Every route of the REST API that our GitHub serves, and how a request finds its own. */
import { noCredentials } from '../http/refused.ts'
import { CHECK_ROUTES } from './check-routes.ts'
import { ISSUE_ROUTES } from './issue-routes.ts'
import { PULL_ROUTES } from './pull-routes.ts'
import { REVIEW_ROUTES } from './review-routes.ts'
import { ok, READ_METADATA, route, type Route } from './route.ts'
import { publicUser } from './shapes/account.ts'
import { fullRepository } from './shapes/repository.ts'

export const ROUTES: readonly Route[] = [
  route('GET /user', [], ({ world, token, by }) => {
    if (token === null) throw noCredentials()
    return ok(publicUser(world, by))
  }),
  route('GET /repos/{owner}/{repo}', READ_METADATA, ({ world, repository, token }) =>
    ok(fullRepository(world, repository, token)),
  ),
  ...ISSUE_ROUTES,
  ...PULL_ROUTES,
  ...REVIEW_ROUTES,
  ...CHECK_ROUTES,
]

export interface FoundRoute {
  readonly route: Route
  readonly path: Readonly<Record<string, string>>
}

const PATTERNS = ROUTES.map((one) => ({ route: one, pattern: patternOf(one.template) }))

/** A ref may have slashes; no other part of a path has. */
function patternOf(template: string): RegExp {
  const source = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'ref' ? '(?<ref>.+)' : `(?<${name}>[^/]+)`,
  )
  return new RegExp(`^${source}$`)
}

export function routeFor(method: string, pathname: string): FoundRoute | null {
  for (const { route: one, pattern } of PATTERNS) {
    const match = one.method === method ? pattern.exec(pathname) : null
    if (match === null) continue
    const parts = Object.entries(match.groups ?? {})
    const path = Object.fromEntries(parts.map(([key, text]) => [key, decodeURIComponent(text)]))
    return { route: one, path }
  }
  return null
}
