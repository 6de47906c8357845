/** Lets in clients with the token: as a bearer, in a link, or in the cookie that the first visit by a link leaves. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { refused } from './api-error.ts'
import { lockedPage } from './locked-page.ts'
import { openTickets } from './ticket.ts'

export interface TokenAccess {
  readonly token: string
  /** Cookies are not bound to a port, so servers of other repositories on this machine need another cookie name. */
  readonly cookie: string
  /** Tickets made earlier are refused: an earlier server may have accepted them. Default: the start of this server. */
  readonly ticketsSince?: number
}

export function onlyWithToken(access: TokenAccess): MiddlewareHandler {
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

/** Whether the browser is about to show a page, and not to load something for one. */
export const isNavigation = ({ req }: Context): boolean =>
  req.method === 'GET' &&
  req.header('sec-fetch-mode') === 'navigate' &&
  req.header('sec-fetch-dest') === 'document'

const isForPrograms = (path: string): boolean => path === '/api' || path.startsWith('/api/')

function isKnown(context: Context, access: TokenAccess): boolean {
  const bearer = /^bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  const candidate = bearer ?? getCookie(context, access.cookie)
  return candidate !== undefined && isToken(candidate, access)
}

const isToken = (candidate: string, { token }: TokenAccess): boolean =>
  timingSafeEqual(digestOf(candidate), digestOf(token))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The redirect removes the token from the address bar at once. */
function letIn(context: Context, { cookie, token }: TokenAccess): Response {
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
