/** Whatever goes wrong becomes an answer of the one form; what is our own fault is kept for whoever mends it. */
import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Refused, refused, type ApiError } from '../api-error.ts'

/** Faults are not told to whoever asked: they could tell more than is theirs to know. */
export const answerTrouble =
  (keepFault: (error: unknown) => void): ErrorHandler =>
  (error, context) => {
    if (error instanceof Refused) return refused(context, error.status, error.body)
    const known = error instanceof HTTPException ? BAD_BODIES[error.status] : undefined
    if (known !== undefined) return refused(context, (error as HTTPException).status, known)
    keepFault(error)
    return refused(context, 500, OUR_FAULT)
  }

const BAD_BODIES: Readonly<Record<number, ApiError>> = {
  400: { error: 'malformed', message: 'the body is no JSON', hint: 'see /api/docs' },
  413: { error: 'too_large', message: 'the body is too long', hint: null },
  415: {
    error: 'unsupported_media_type',
    message: 'the body must be JSON',
    hint: 'send it with the header content-type: application/json',
  },
}

const OUR_FAULT: ApiError = {
  error: 'internal',
  message: 'something went wrong in the server',
  hint: 'what it was stands in .conductor/web.log',
}
