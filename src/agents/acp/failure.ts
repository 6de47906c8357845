/**
 * Why an agent that speaks ACP failed. Its errors have few codes, so the failure is recognised by the words in
 * them.
 */
import type { Failure } from '../../core/run/failure.ts'
import type { AcpError } from './connection.ts'

/** The protocol's code for "a user has to log in first". Some agents use it for any error. */
const AUTH_REQUIRED = -32000

const LIMITED = /\b429\b|rate.?limit|too many requests|quota|usage limit|hit your limit/i
const UNREACHABLE =
  /\b5\d\d\b|overloaded|at capacity|unavailable|internal server error|bad gateway|\bECONN\w+|\bENOTFOUND\b|\bEAI_AGAIN\b|\bETIMEDOUT\b|fetch failed|connection|network|disconnected|terminated|hang ?up|timed? ?out/i
const UNKNOWN_US =
  /\b40[13]\b|unauthori[sz]ed|forbidden|authenticat|log ?in|sign ?in|api.?key|credential/i

export function failureOfError(error: AcpError, agent: string, now: number): Failure {
  const words = wordsOf(error)
  const reason = readable(error)
  if (LIMITED.test(words)) return { is: 'rate-limited', until: retryAfter(words, now), reason }
  if (UNREACHABLE.test(words)) return { is: 'model', status: statusIn(words), reason }
  if (error.code === AUTH_REQUIRED || UNKNOWN_US.test(words))
    return { is: 'not-logged-in', agent, reason }
  return { is: 'gave-up', reason }
}

const wordsOf = ({ message, data }: AcpError): string =>
  data === undefined ? message : `${message} ${JSON.stringify(data)}`

/** The details often say more than the message, which may be nothing but "Internal error". */
function readable({ message, data }: AcpError): string {
  const details = detailsIn(data)
  return message.includes(details) ? message : `${message}: ${details}`
}

const LONGEST_DETAILS = 300

function detailsIn(data: unknown): string {
  if (data === undefined || data === null) return ''
  if (typeof data === 'string') return data
  const details = ['details', 'message', 'error', 'reason']
    .map((key) => (data as Readonly<Record<string, unknown>>)[key])
    .find((value) => typeof value === 'string')
  return details ?? JSON.stringify(data).slice(0, LONGEST_DETAILS)
}

const statusIn = (words: string): number | null => {
  const match = /\b5\d\d\b/.exec(words)
  return match === null ? null : Number(match[0])
}

const WAIT =
  /(?:retry.?(?:after|delay|in)|try again (?:in|after)|resets? in)[^\d\n]{0,12}(\d+(?:\.\d+)?) ?(ms|milli|m\b|min|h)?/i

/** A number without a unit is in seconds. null: the words name no time. */
export function retryAfter(words: string, now: number): number | null {
  const [, amount, unit] = WAIT.exec(words) ?? []
  return amount === undefined ? null : now + Number(amount) * millisecondsIn(unit ?? 's')
}

function millisecondsIn(unit: string): number {
  switch (unit.toLowerCase()) {
    case 'ms':
    case 'milli':
      return 1
    case 'm':
    case 'min':
      return 60_000
    case 'h':
      return 3_600_000
    default:
      return 1000
  }
}
