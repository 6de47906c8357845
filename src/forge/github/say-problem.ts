/** Why GitHub did not answer, and what to do about it; the token is in none of these sentences. */
import { OddAnswer } from './odd-answer.ts'

export interface GithubProblem {
  readonly message: string
  readonly hint: string
  /** Whether every repository has it: then it is said once. */
  readonly isGeneral: boolean
  /** Do not ask again before; null: as usual. */
  readonly notBefore: number | null
}

/** The parts of Octokit's errors that matter here. */
interface Told {
  readonly name?: string
  readonly status?: number
  readonly message?: string
  readonly cause?: unknown
  readonly response?: { readonly headers?: Headers_ }
  readonly headers?: Headers_
  /** As the server sent them: they may have any shape. */
  readonly errors?: unknown
}

type Headers_ = Readonly<Record<string, string | number | undefined>>

export function problemOf(error: unknown, repository: string, now: number): GithubProblem {
  const told = (typeof error === 'object' && error !== null ? error : {}) as Told
  // An error of GraphQL has the body of the answer in `response`.
  const headers = told.headers ?? told.response?.headers ?? {}
  const types = textsIn(told.errors, 'type')
  const text = textsIn(told.errors, 'message').join(' ')
  const { status } = told
  if (isRateLimit(told, headers, types)) return rateLimited(headers, now)
  if (status === 401) return general('GitHub does not accept the token', RENEW)
  if (headers['x-github-sso'] !== undefined || /SAML|SSO/.test(text))
    return own(`the organisation of ${repository} wants single sign-on for the token`, SSO)
  if (status === 403 || types.includes('FORBIDDEN'))
    return own(`the token may not read the pull requests of ${repository}`, SCOPES)
  if (types.includes('NOT_FOUND') || status === 404)
    return own(`GitHub shows no repository ${repository} to this token`, SCOPES)
  if (status !== undefined && status >= 500 && told.name === 'HttpError' && !isNoAnswer(told))
    return general(`GitHub has a problem (HTTP ${status})`, LATER)
  if (error instanceof OddAnswer) return ODD[error.why]
  if (told.cause instanceof OddAnswer) return ODD[told.cause.why]
  if (isNoAnswer(told))
    return general('GitHub cannot be reached', 'check the internet connection, or the proxy')
  return status === undefined
    ? NOT_UNDERSTOOD
    : general(`GitHub refused the question (HTTP ${status})`, 'please report this')
}

const textsIn = (errors: unknown, field: 'type' | 'message'): readonly string[] =>
  Array.isArray(errors) ? errors.map((each) => textOf((each as Row | null)?.[field])) : []

type Row = Readonly<Partial<Record<string, unknown>>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Octokit gives a failed connection the status 500, without a response. */
const isNoAnswer = ({ response, name }: Told): boolean =>
  response === undefined && name !== undefined && NO_ANSWER.has(name)

const NO_ANSWER: ReadonlySet<string> = new Set(['HttpError', 'AbortError', 'TimeoutError'])

const isRateLimit = ({ status }: Told, headers: Headers_, types: readonly string[]): boolean =>
  types.some((type) => type.startsWith('RATE_LIMIT')) ||
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined || `${headers['x-ratelimit-remaining']}` === '0'))

function rateLimited(headers: Headers_, now: number): GithubProblem {
  const after = Number(headers['retry-after'])
  const reset = Number(headers['x-ratelimit-reset'])
  const until = after > 0 ? now + after * 1000 : reset > 0 ? reset * 1000 : now + USUAL_WAIT
  const notBefore = Math.min(until, now + LONGEST_WAIT)
  const time = new Date(notBefore).toISOString().slice(11, 16)
  const hint = `it is asked again at ${time} UTC; a longer workspaces.pr_refresh asks less often`
  return { ...general('GitHub has been asked too often', hint), notBefore }
}

const USUAL_WAIT = 60_000
const LONGEST_WAIT = 3_600_000

const RENEW = 'renew it: gh auth login, or another GITHUB_TOKEN; then restart the server'
const SSO = 'authorise the token for it: github.com/settings/tokens, "Configure SSO"'
const SCOPES =
  'it needs read access to pull requests, checks and commit statuses of this repository'

const LATER = 'it is asked again in some minutes'

export const NO_TOKEN: GithubProblem = {
  message: 'pull requests and their checks are not shown: there is no token for GitHub',
  hint: 'gh auth login, or set GITHUB_TOKEN; workspaces.pull_requests: none hides this',
  isGeneral: true,
  notBefore: null,
}

const NOT_SHOWN = 'pull requests are not up to date: '

const general = (message: string, hint: string): GithubProblem => ({
  message: `${NOT_SHOWN}${message}`,
  hint,
  isGeneral: true,
  notBefore: null,
})

const own = (message: string, hint: string): GithubProblem => ({
  ...general(message, hint),
  isGeneral: false,
})

/** Also when it cannot even be said what is wrong with the answer. */
export const NOT_UNDERSTOOD = general(
  'GitHub gave an answer that Conductor does not understand',
  'a proxy may have answered in its place; it is asked again in some minutes',
)

const ODD: Readonly<Record<OddAnswer['why'], GithubProblem>> = {
  'not-understood': NOT_UNDERSTOOD,
  'too-large': general('the answer of GitHub is larger than 20 MB, so it was not read', LATER),
  redirect: general(
    'GitHub sends its visitors on to another address',
    'check the proxy and GITHUB_API_URL; the token is not sent to another address',
  ),
}
