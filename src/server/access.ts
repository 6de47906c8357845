/** Who may speak to the web server: whoever has the token, through a page of our own, under a name of ours. */
import { timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { refused } from './api-error.ts'

export interface Access {
  readonly token: string
  /** Cookies know no ports: servers of other repositories on this machine need another name. */
  readonly cookie: string
  /** Host names under which the server may be spoken to, in small letters. */
  readonly hosts: ReadonlySet<string>
  /** Origins besides our own whose pages may speak to it. */
  readonly origins: ReadonlySet<string>
}

export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** For every request, also those that become sockets. */
export const guard =
  (access: Access): MiddlewareHandler =>
  async (context, next) => {
    if (!isOurHost(context, access)) return refused(context, 403, FOREIGN_HOST)
    if (!isOurOrigin(context, access)) return refused(context, 403, FOREIGN_ORIGIN)
    const given = new URL(context.req.url).searchParams.get('token')
    if (given !== null && isToken(given, access)) return letIn(context, access)
    if (!isPublic(context.req.path) && !isKnown(context, access)) return stayOut(context)
    return next()
  }

const FOREIGN_HOST = {
  error: 'foreign_host',
  message: 'this server does not answer to that host name',
  hint: 'open the link that Conductor printed',
}

const FOREIGN_ORIGIN = {
  error: 'foreign_origin',
  message: 'pages of other origins may not speak to this server',
  hint: null,
}

/** Against DNS rebinding: a foreign name that points to this machine is still a foreign name. */
function isOurHost(context: Context, { hosts }: Access): boolean {
  const host = context.req.header('host') ?? ''
  return hosts.has(host.replace(/:\d+$/, '').toLowerCase())
}

/** Browsers say where a request comes from whenever it could change something. */
function isOurOrigin(context: Context, { origins }: Access): boolean {
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  if (origin !== undefined)
    return origin === `http://${context.req.header('host')}` || origins.has(origin)
  return site === undefined || site === 'same-origin' || site === 'none' || isNavigation(context)
}

/** A link on another page may lead here; what it gets is our page, and nothing of that can be read there. */
const isNavigation = (context: Context): boolean =>
  context.req.method === 'GET' && context.req.header('sec-fetch-mode') === 'navigate'

const isPublic = (path: string): boolean => path === '/api/health'

function isKnown(context: Context, access: Access): boolean {
  const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
  return isToken(bearer ?? getCookie(context, access.cookie), access)
}

function isToken(given: string | undefined, { token }: Access): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The token leaves the address bar at once. */
function letIn(context: Context, { cookie, token }: Access): Response {
  setCookie(context, cookie, token, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: 400 * 24 * 3600,
  })
  const url = new URL(context.req.url)
  url.searchParams.delete('token')
  return context.redirect(`${url.pathname}${url.search}`, 303)
}

function stayOut(context: Context): Response | Promise<Response> {
  return refused(context, 401, {
    error: 'no_access',
    message: 'this page needs the link that Conductor printed when it started',
    hint: 'type `conductor open` in the repository to see it again',
  })
}
