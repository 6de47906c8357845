/** A request that GitHub refuses, thrown where that is found; the text and form are GitHub's. */
import type { Level, Right } from '../options.ts'

export const REST_DOCS = 'https://docs.github.com/rest'

export class Refused extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** The type of the error in an answer of GraphQL. */
  readonly type: string

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>> & { readonly message: string },
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message)
    this.status = status
    this.headers = headers
    this.body = { documentation_url: REST_DOCS, status: `${status}`, ...body }
    this.type = TYPES[status] ?? 'UNPROCESSABLE'
  }
}

const TYPES: Readonly<Record<number, string>> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' }

export const notFound = (): Refused => new Refused(404, { message: 'Not Found' })

/** A field that is wrong, in the resource it belongs to. */
export const invalidField = (resource: string, field: string, code = 'invalid'): Refused =>
  new Refused(422, { message: 'Validation Failed', errors: [{ resource, field, code }] })

/** A rule that is broken, in words. */
export const brokenRule = (resource: string, message: string): Refused =>
  new Refused(422, {
    message: 'Validation Failed',
    errors: [{ resource, code: 'custom', message }],
  })

export const unprocessable = (text: string): Refused =>
  new Refused(422, { message: 'Unprocessable Entity', errors: [text] })

export const badCredentials = (): Refused => new Refused(401, { message: 'Bad credentials' })

export const noCredentials = (): Refused => new Refused(401, { message: 'Requires authentication' })

export const missingRight = (right: Right, level: Level): Refused =>
  new Refused(
    403,
    { message: 'Resource not accessible by personal access token' },
    { 'x-accepted-github-permissions': `${right}=${level}` },
  )

export const needsSso = (organisation: string, address: string): Refused =>
  new Refused(
    403,
    {
      message:
        'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    },
    { 'x-github-sso': `required; url=${address}/orgs/${organisation}/sso?authorization_request=A` },
  )
