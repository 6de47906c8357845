/** Who may use the web server: a client that has the token, from a page of ours, under a host name of ours. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { refused } from './api-error.ts'
import { lockedPage } from './locked-page.ts'
import { openTickets } from './ticket.ts'

export interface Access {
  readonly token: string
  /** Cookies are not bound to a port, so servers of other repositories on this machine need another cookie name. */
  readonly cookie: string
  /** Host names that the server answers to, in lower case. */
  readonly hosts: ReadonlySet<string>
  /** Other origins whose pages may use the API with the token, as `https://board.example`; usually none. */
  readonly origins: ReadonlySet<string>
  /** Tickets made earlier are refused: an earlier server may have accepted them. Default: the start of this server. */
  readonly ticketsSince?: number
}

export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The guards of every request, also of those that become web sockets, in this order. */
export function guards(access: Access): readonly MiddlewareHandler[] {
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
    if (isPreflight(context)) context.res = context.body(null, 204, MAY)
    else await next()
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
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
}

const isPreflight = ({ req }: Context): boolean =>
  req.method === 'OPTIONS' && req.header('access-control-request-method') !== undefined

/** A link on another page may lead here: the browser shows our page, and the other page can read nothing of it. */
function mayComeFromAnywhere(context: Context): boolean {
  const site = context.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none' || isNavigation(context)
}

const isNavigation = ({ req }: Context): boolean =>
  req.method === 'GET' &&
  req.header('sec-fetch-mode') === 'navigate' &&
  req.header('sec-fetch-dest') === 'document'

function onlyWithToken(access: Access): MiddlewareHandler {
  const tickets = openTickets(access.token, access.ticketsSince)
  return async (context, next) => {
    const { token, ticket } = isVisit(context) ? context.req.query() : {}
    const isIn = isKnown(context, access)
    const hasToken = token !== undefined && isToken(token, access)
    if (hasToken || (ticket !== undefined && tickets.take(ticket))) return letIn(context, access)
    // The link is an old one and its token or ticket is not valid any more; the address is cleaned all the same.
    if (isIn && (token ?? ticket) !== undefined) return context.redirect(withoutToken(context), 303)
    if (isIn || context.req.path === '/api/health') return next()
    return stayOut(context)
  }
}

/** Whether a user opens the page, by hand or by a link: only such a request may have the token in its address. */
function isVisit(context: Context): boolean {
  const { req } = context
  // Browsers send sec-fetch-site with every request to this machine; other programs do not send it.
  const isMeant = req.header('sec-fetch-site') === undefined || isNavigation(context)
  return req.method === 'GET' && isMeant && !isForPrograms(req.path) && !req.header('upgrade')
}

const isForPrograms = (path: string): boolean => path === '/api' || path.startsWith('/api/')

function isKnown(context: Context, access: Access): boolean {
  const bearer = /^bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  const candidate = bearer ?? getCookie(context, access.cookie)
  return candidate !== undefined && isToken(candidate, access)
}

const isToken = (candidate: string, { token }: Access): boolean =>
  timingSafeEqual(digestOf(candidate), digestOf(token))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The redirect removes the token from the address bar at once. */
function letIn(context: Context, { cookie, token }: Access): Response {
  setCookie(context, cookie, token, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: 400 * 24 * 3600,
  })
  return context.redirect(withoutToken(context), 303)
}

/** The result is always a path on this server: two slashes at the beginning would lead to another host. */
function withoutToken(context: Context): string {
  const url = new URL(context.req.url)
  url.searchParams.delete('token')
  url.searchParams.delete('ticket')
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}`
}

function stayOut(context: Context): Response | Promise<Response> {
  const wantsPage = (context.req.header('accept') ?? '').includes('text/html')
  if (isVisit(context) && wantsPage) return lockedPage(context)
  return refused(context, 401, {
    error: 'no_access',
    message: 'this needs the link that Conductor printed when it started',
    hint: 'type `conductor open` in the repository to see it again',
  })
}
