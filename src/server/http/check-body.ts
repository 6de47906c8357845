/** What the body of a request may be: JSON, and not too long. */
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

export const notTooLarge: MiddlewareHandler = bodyLimit({ maxSize: 2 ** 20 })

/** Foreign pages can send forms and plain text without a preflight, so both are refused. */
export const onlyJson: MiddlewareHandler = async ({ req }, next) => {
  const isEmpty =
    req.header('transfer-encoding') === undefined && !Number(req.header('content-length'))
  const isJson = /^application\/json *(?:;|$)/i.test(req.header('content-type') ?? '')
  if (!isEmpty && !isJson) throw new HTTPException(415)
  return next()
}
