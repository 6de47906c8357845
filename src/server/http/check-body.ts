/** What the body of a request may be: JSON, and not too long. */
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { Refused } from './api-error.ts'

/** The trees of thousands of workspaces, orders of them, and whole files take more than any other request. */
export const notTooLarge: MiddlewareHandler = (context, next) =>
  (/\/suggest-parallelization|\/resolution$/.test(context.req.path) ? large : usual)(context, next)

const atMost = (megabytes: number): MiddlewareHandler =>
  bodyLimit({
    maxSize: megabytes * 2 ** 20,
    onError() {
      throw new Refused(413, {
        error: 'too_large',
        message: 'the body is too long',
        hint: `it may have ${megabytes} MB at most`,
      })
    },
  })

const usual = atMost(1)
const large = atMost(16)

/** Foreign pages can send forms and plain text without a preflight, so both are refused. */
export const onlyJson: MiddlewareHandler = async ({ req }, next) => {
  const isEmpty =
    req.header('transfer-encoding') === undefined && !Number(req.header('content-length'))
  const isJson = /^application\/json *(?:;|$)/i.test(req.header('content-type') ?? '')
  if (!isEmpty && !isJson) throw new HTTPException(415)
  return next()
}
