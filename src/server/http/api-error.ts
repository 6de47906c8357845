/** Every refusal of the API has one form: a code for programs, a sentence for people, and a hint. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Refusal } from '../../core/ask/answer.ts'
import { sayRefusal } from '../../core/say/say-failure.ts'
import type { NotConducted } from '../served/served-repository.ts'
import type { PlanProblem } from '../served/served-plans.ts'

export interface ApiError {
  readonly error: string
  readonly message: string
  readonly hint: string | null
  /** Everything that is wrong with a plan, each with its place. */
  readonly problems?: readonly PlanProblem[]
}

/** Thrown wherever a request has to be refused; the API answers with it. */
export class Refused extends Error {
  readonly status: ContentfulStatusCode
  readonly body: ApiError
  constructor(status: ContentfulStatusCode, body: ApiError) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const refused = (context: Context, status: ContentfulStatusCode, body: ApiError): Response =>
  context.json(body, status)

export const notFound = (error: string, message: string, hint: string | null = null): Refused =>
  new Refused(404, { error, message, hint })

/** The request cannot be carried out as things stand. */
export const notNow = (error: string, message: string, hint: string | null = null): Refused =>
  new Refused(409, { error, message, hint })

/** 404: there is no such thing. 409: it cannot be done now. 503: the coordinator did not answer. */
export function refusedAsk(refusal: Refusal | NotConducted['refusal']): Refused {
  if (refusal.is === 'not-conducted')
    return notNow(
      'not_conducted',
      'no run is being conducted here now',
      'start a run, or resume the last one',
    )
  if (refusal.is === 'no-answer')
    return new Refused(503, { error: 'no_answer', message: sayRefusal(refusal), hint: null })
  const error = refusal.is.replaceAll('-', '_')
  return UNKNOWN.has(refusal.is)
    ? notFound(error, sayRefusal(refusal))
    : notNow(error, sayRefusal(refusal))
}

const UNKNOWN: ReadonlySet<Refusal['is']> = new Set(['unknown-task', 'unknown-batch'])
