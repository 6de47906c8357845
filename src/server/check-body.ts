/** What a request may carry: JSON, and not too much of it. */
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { refused } from './api-error.ts'

const MOST_BYTES = 2 ** 20

export const notTooLarge: MiddlewareHandler = bodyLimit({
  maxSize: MOST_BYTES,
  onError: (context) =>
    refused(context, 413, {
      error: 'too_large',
      message: 'a request may carry 1 MB at most',
      hint: null,
    }),
})

/** Forms and plain text are what foreign pages can send without being asked first. */
export const onlyJson: MiddlewareHandler = async (context, next) => {
  const { req } = context
  const isEmpty =
    req.header('transfer-encoding') === undefined && !Number(req.header('content-length'))
  const isJson = /^application\/json *(?:;|$)/i.test(req.header('content-type') ?? '')
  if (isEmpty || isJson) return next()
  return refused(context, 415, {
    error: 'wrong_type',
    message: 'a request carries JSON',
    hint: 'say `content-type: application/json`',
  })
}
