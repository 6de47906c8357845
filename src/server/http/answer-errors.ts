/** Gives every request that has no answer of its own one in the form of all refusals. */
import type { Context, Env, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Refused, refused, type ApiError } from './api-error.ts'
import type { Report } from './server-log.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'

/** Details of our own errors go to the log and not to the client, who must not learn more than it may know. */
export function answerErrors<Of extends Env>(app: Hono<Of>, report: Report): void {
  app.notFound(notFound)
  app.onError((error, context) => {
    if (error instanceof Refused) return refused(context, error.status, error.body)
    if (error instanceof HTTPException && error.status < 500)
      return refused(context, error.status, BAD_BODIES[error.status] ?? refusal(error.message))
    const number = report(`${context.req.method} ${context.req.path}`, error)
    return refused(context, 500, {
      error: 'internal',
      message: `something went wrong here; it is number ${number} in the log of the server`,
      hint: `look in ${inHome(HOME, 'serverLog')}`,
    })
  })
}

export const notFound = (context: Context): Response =>
  refused(context, 404, {
    error: 'not_found',
    message: 'there is no such path',
    hint: 'all of them are at /api/docs',
  })

const refusal = (message: string): ApiError => ({ error: 'refused', message, hint: null })

const BAD_BODIES: Readonly<Record<number, ApiError>> = {
  400: { error: 'malformed', message: 'the body is not JSON', hint: 'see /api/docs' },
  415: {
    error: 'unsupported_media_type',
    message: 'the body must be JSON',
    hint: 'send it with the header content-type: application/json',
  },
}
