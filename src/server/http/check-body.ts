/** What the body of a request may be: JSON, and not too long. */
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

/** The trees of thousands of workspaces take more than any other request. */
export const notTooLarge: MiddlewareHandler = (context, next) =>
  (context.req.path.endsWith('/suggest-parallelization') ? trees : usual)(context, next)

const usual = bodyLimit({ maxSize: 2 ** 20 })
const trees = bodyLimit({ maxSize: 2 ** 24 })

/** Foreign pages can send forms and plain text without a preflight, so both are refused. */
export const onlyJson: MiddlewareHandler = async ({ req }, next) => {
  const isEmpty =
    req.header('transfer-encoding') === undefined && !Number(req.header('content-length'))
  const isJson = /^application\/json *(?:;|$)/i.test(req.header('content-type') ?? '')
  if (!isEmpty && !isJson) throw new HTTPException(415)
  return next()
}
