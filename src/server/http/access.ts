/** Who may use the web server: a client that has the token, from a page of ours, under a host name of ours. */
import type { Context, MiddlewareHandler } from 'hono'
import { isNavigation, onlyWithToken, type TokenAccess } from './access-cookie.ts'
import { refused } from './api-error.ts'

export interface Access extends TokenAccess {
  /** Host names that the server answers to, in lower case. */
  readonly hosts: ReadonlySet<string>
  /** Other origins whose pages may use the API with the token, as `https://board.example`; usually none. */
  readonly origins: ReadonlySet<string>
}

export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The guards of every request, also of those that become web sockets, in this order; the last one wants the token. */
export function guards(
  access: Access,
): readonly [MiddlewareHandler, MiddlewareHandler, MiddlewareHandler] {
  if (access.token.length < SHORTEST_TOKEN) throw new Error('a token that can be guessed is none')
  return [onlyOurHosts(access), onlyOurOrigins(access), onlyWithToken(access)]
}

const SHORTEST_TOKEN = 16

/** Against DNS rebinding: a foreign name that points to this machine is refused. */
const onlyOurHosts =
  ({ hosts }: Access): MiddlewareHandler =>
  async (context, next) => {
    const host = (context.req.header('host') ?? '').replace(/:\d+$/, '').toLowerCase()
    // The request line may name a host, too, and the URL would have that one.
    const isOurs = hosts.has(host) && hosts.has(new URL(context.req.url).hostname)
    return isOurs ? next() : refused(context, 403, FOREIGN_HOST)
  }

const FOREIGN_HOST = {
  error: 'foreign_host',
  message: 'this server does not answer to that host name',
  hint: 'open the link that Conductor printed',
}

/** Browsers send the origin of every request that could change something. */
const onlyOurOrigins =
  ({ origins }: Access): MiddlewareHandler =>
  async (context, next) => {
    const origin = context.req.header('origin')
    if (origin === undefined)
      return mayComeFromAnywhere(context) ? next() : refused(context, 403, FOREIGN_ORIGIN)
    if (origin === `http://${context.req.header('host')}`) return next()
    if (!origins.has(origin)) return refused(context, 403, FOREIGN_ORIGIN)
    if (isPreflight(context))
      context.res = context.body(null, 204, { 'access-control-max-age': '600' })
    else await next()
    for (const [name, value] of Object.entries(MAY)) context.header(name, value)
    context.header('access-control-allow-origin', origin)
    context.header('vary', 'origin')
  }

const FOREIGN_ORIGIN = {
  error: 'foreign_origin',
  message: 'pages of other origins may not speak to this server',
  hint: null,
}

/** Pages of other origins send the token as a bearer: our cookie is not sent with their requests. */
const MAY = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
}

const isPreflight = ({ req }: Context): boolean =>
  req.method === 'OPTIONS' && req.header('access-control-request-method') !== undefined

/** A link on another page may lead here: the browser shows our page, and the other page can read nothing of it. */
function mayComeFromAnywhere(context: Context): boolean {
  const site = context.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none' || isNavigation(context)
}
