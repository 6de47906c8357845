/** Everything that did not come to an answer still gets one, in the form of all refusals. */
import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { refused } from './api-error.ts'
import type { Report } from './server-log.ts'

export function answerErrors(app: Hono, report: Report): void {
  app.notFound(notFound)
  app.onError((error, context) => {
    if (error instanceof HTTPException && error.status < 500)
      return refused(context, error.status, {
        error: error.status === 400 ? 'malformed' : 'refused',
        message: error.message,
        hint: null,
      })
    const number = report(`${context.req.method} ${context.req.path}`, error)
    return refused(context, 500, {
      error: 'internal',
      message: `something went wrong here; it is number ${number} in the log of the server`,
      hint: 'look in .conductor/server.log',
    })
  })
}

export const notFound = (context: Context): Response =>
  refused(context, 404, { error: 'not_found', message: 'there is no such thing', hint: null })
