/** What a request may carry: JSON, and not too much of it. */
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

export const notTooLarge: MiddlewareHandler = bodyLimit({ maxSize: 2 ** 20 })

/** Forms and plain text are what foreign pages can send without being asked first. */
export const onlyJson: MiddlewareHandler = async ({ req }, next) => {
  const isEmpty =
    req.header('transfer-encoding') === undefined && !Number(req.header('content-length'))
  const isJson = /^application\/json *(?:;|$)/i.test(req.header('content-type') ?? '')
  if (!isEmpty && !isJson) throw new HTTPException(415)
  return next()
}
