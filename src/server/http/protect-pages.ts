/** Headers that keep a page from running, loading or showing anything that is not ours. */
import type { MiddlewareHandler } from 'hono'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const protectPages: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  headers.set('content-security-policy', POLICY)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  headers.set('referrer-policy', 'no-referrer')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
