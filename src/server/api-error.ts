/** Every refusal of the API has one form: a word for programs, a sentence for people, and what to do. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Refusal } from '../core/answer.ts'
import { sayRefusal } from '../core/say-failure.ts'
import type { NotConducted } from './served-repository.ts'

export interface ApiError {
  readonly error: string
  readonly message: string
  readonly hint: string | null
}

export const refused = (context: Context, status: ContentfulStatusCode, body: ApiError): Response =>
  context.json(body, status)

/** What is not there is 404; what cannot be done now is 409. */
export function refusalError(refusal: Refusal | NotConducted['refusal']): {
  readonly status: 404 | 409
  readonly body: ApiError
} {
  if (refusal.is === 'not-conducted') return { status: 409, body: NOT_CONDUCTED }
  const error = refusal.is.replaceAll('-', '_')
  const status = refusal.is === 'unknown-task' ? 404 : 409
  return { status, body: { error, message: sayRefusal(refusal), hint: null } }
}

const NOT_CONDUCTED: ApiError = {
  error: 'not_conducted',
  message: 'nobody conducts a run here now',
  hint: 'start one, or go on with the last one',
}
