/** Says why GitHub did not do what was asked, and what the user can do. No sentence contains the token. */
import type { ForgeProblem } from '../../../core/forge/forge-problem.ts'
import { oneLineOf } from '../../../core/text/plain-text.ts'
import { maskOutput } from '../../../processes/mask-output.ts'
import type { Aim } from './aim.ts'
import { OddAnswer } from './odd-answer.ts'
import { isRow, rowIn, rowsIn, textIn, type Row } from './sent.ts'
import { USUAL_API } from '../../../core/workspace/github-remote.ts'
import { wordsIn } from './words-in.ts'

export interface GithubProblem extends ForgeProblem {
  /** The problem affects every repository, so one message is enough. */
  readonly isGeneral: boolean
}

export interface Asked {
  /** The repository as owner/name. */
  readonly repository: string
  /** The address of the API. */
  readonly api: string
  readonly aim: Aim
  readonly now: number
}

/** error: an error of Octokit, or OddAnswer. */
export function problemOf(error: unknown, asked: Asked): GithubProblem {
  const details = detailsIn(error)
  const { repository, aim } = asked
  if (isRateLimit(details)) return rateLimited(details, asked.now)
  if (details.status === 401) return general('no-token', 'GitHub does not accept the token', RENEW)
  if (details.headers['x-github-sso'] !== undefined || /SAML|SSO/.test(details.words))
    return own(
      'single-sign-on',
      `the organisation of ${repository} requires single sign-on for the token`,
      SSO,
    )
  if (details.status === 403 || details.types.includes('FORBIDDEN'))
    return own(
      'rights',
      `the token may not ${aim.does} ${repository}${messageOf(details)}`,
      rightsFor(details, aim),
    )
  if (details.types.includes('NOT_FOUND') || details.status === 404 || details.status === 410)
    return notFound(details, asked)
  if (details.status === 422 || details.types.includes('UNPROCESSABLE'))
    return own('refused', `GitHub refused this${messageOf(details)}`, REFUSED)
  return faultOf(error, details, asked.api)
}

function faultOf(error: unknown, details: ErrorDetails, api: string): GithubProblem {
  const odd = error instanceof OddAnswer ? error : details.cause
  if (odd instanceof OddAnswer) return ODD[odd.why]
  if (details.isNoAnswer) return unreachable(api)
  if (details.status !== null && details.status >= 500)
    return general('fault', `GitHub has a problem (HTTP ${details.status})`, LATER)
  return details.status === null
    ? NOT_UNDERSTOOD
    : general(
        'not-understood',
        `GitHub refused the request (HTTP ${details.status})`,
        'please report this',
      )
}

/** The address is told if it is not the usual one, because the user has set it. */
const unreachable = (api: string): GithubProblem =>
  api === USUAL_API
    ? general(
        'unreachable',
        'GitHub cannot be reached',
        'check the internet connection, or the proxy',
      )
    : general(
        'unreachable',
        `GitHub cannot be reached at ${maskOutput(oneLineOf(api))}`,
        'check this address (GITHUB_API_URL, or GH_HOST), the internet connection, or the proxy',
      )

/** The parts of Octokit's errors that matter here. */
interface ErrorDetails {
  readonly status: number | null
  readonly headers: Row
  /** The types of the GraphQL errors. */
  readonly types: readonly string[]
  /** The messages of GitHub. */
  readonly words: string
  readonly cause: unknown
  readonly isNoAnswer: boolean
}

function detailsIn(error: unknown): ErrorDetails {
  const row = isRow(error) ? error : {}
  // An error of GraphQL has the body of the answer in `response`; one of REST has it in `response.data`.
  const body = rowIn(row['response'], 'data')
  const errors = [...rowsIn(row, 'errors'), ...rowsIn(body, 'errors')]
  // The message of the error is written by Octokit, so it is not used.
  const words = [...wordsIn(body), ...wordsIn({ errors: row['errors'] })]
  return {
    status: typeof row['status'] === 'number' ? row['status'] : null,
    headers: 'headers' in row ? rowIn(row, 'headers') : rowIn(row['response'], 'headers'),
    types: errors.map((each) => textIn(each, 'type')),
    words: words.join('; '),
    cause: row['cause'],
    isNoAnswer: row['response'] === undefined && NO_ANSWER.has(textIn(row, 'name')),
  }
}

/** Octokit gives a failed connection the status 500 and no response. */
const NO_ANSWER: ReadonlySet<string> = new Set(['HttpError', 'AbortError', 'TimeoutError'])

const isRateLimit = ({ status, headers, types, words }: ErrorDetails): boolean =>
  types.some((type) => type.startsWith('RATE_LIMIT')) ||
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined ||
      textIn(headers, 'x-ratelimit-remaining') === '0' ||
      /secondary rate limit|abuse detection/i.test(words)))

function rateLimited({ headers }: ErrorDetails, now: number): GithubProblem {
  const after = Number(headers['retry-after'])
  const reset = Number(headers['x-ratelimit-reset'])
  const until = after > 0 ? now + after * 1000 : reset > 0 ? reset * 1000 : now + USUAL_WAIT
  const notBefore = Math.min(until, now + LONGEST_WAIT)
  const time = new Date(notBefore).toISOString().slice(11, 16)
  const problem = general(
    'rate-limit',
    'GitHub has been asked too often',
    `it is asked again at ${time} UTC`,
  )
  return { ...problem, notBefore }
}

const USUAL_WAIT = 60_000
const LONGEST_WAIT = 3_600_000

/** GitHub names the rights that a request needs: permissions for fine-grained tokens, scopes for classic ones. */
function rightsFor({ headers }: ErrorDetails, { rights }: Aim): string {
  const permissions = headerIn(headers, 'x-accepted-github-permissions')
  const scopes = headerIn(headers, 'x-accepted-oauth-scopes')
  const ownScopes = headerIn(headers, 'x-oauth-scopes')
  if (permissions !== '') return `it needs ${rights} (${permissions})`
  if (scopes === '') return `it needs ${rights}`
  return `it needs ${rights} (scope ${scopes}; it has ${ownScopes === '' ? 'none' : ownScopes})`
}

const headerIn = (headers: Row, name: string): string =>
  oneLineOf(textIn(headers, name)).slice(0, 200)

/** To a token without rights, a private repository looks like a missing one. */
function notFound(details: ErrorDetails, { repository, aim }: Asked): GithubProblem {
  const hint = `check its name; the token needs ${aim.rights} of this repository`
  if (details.status === 410)
    return own('not-found', `${repository} no longer has this${messageOf(details)}`, hint)
  return own(
    'not-found',
    `GitHub shows no repository ${repository} to this token, or not what was asked for`,
    hint,
  )
}

const LONGEST_WORDS = 300

const messageOf = ({ words }: ErrorDetails): string =>
  words === '' ? '' : `: ${maskOutput(oneLineOf(words)).slice(0, LONGEST_WORDS)}`

const RENEW = 'renew it: gh auth login, or another GITHUB_TOKEN; then restart the server'
const SSO = 'authorise the token for it: github.com/settings/tokens, "Configure SSO"'
const REFUSED = 'check the branches and the rules of the repository'
const LATER = 'it is asked again in some minutes'

const general = (is: ForgeProblem['is'], message: string, hint: string): GithubProblem => ({
  is,
  message,
  hint,
  isGeneral: true,
  notBefore: null,
})

const own = (is: ForgeProblem['is'], message: string, hint: string): GithubProblem => ({
  ...general(is, message, hint),
  isGeneral: false,
})

export const NO_TOKEN = general(
  'no-token',
  'there is no token for GitHub',
  'gh auth login, or set GITHUB_TOKEN',
)

/** Also for an answer that fits no other problem. */
export const NOT_UNDERSTOOD = general(
  'not-understood',
  'GitHub gave an answer that Conductor does not understand',
  'a proxy may have answered in its place; it is asked again in some minutes',
)

const ODD: Readonly<Record<OddAnswer['why'], GithubProblem>> = {
  'not-understood': NOT_UNDERSTOOD,
  'too-large': general(
    'not-understood',
    'the answer of GitHub is larger than 20 MB, so it was not read',
    LATER,
  ),
  redirect: general(
    'not-understood',
    'GitHub redirects to another address',
    'the repository may have another name now (git remote -v); else check the proxy and GITHUB_API_URL; the token is not sent to another address',
  ),
}
