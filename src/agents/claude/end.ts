/** How an attempt of Claude Code has ended, judged by what it said last; its exit code tells little. */
import type { Failure } from '../../core/run/failure.ts'
import type { ProcessEnd } from '../agent-processes.ts'
import type { ClaudeResult } from './events.ts'
import { failureOf } from '../command/command-agent.ts'

/** null: it has finished. */
export function failureOfResult(
  result: ClaudeResult,
  { agent, limitedUntil }: { readonly agent: string; readonly limitedUntil: number | null },
): Failure | null {
  if (hasFinished(result)) return null
  const status = result.api_error_status ?? null
  const reason = wordsOf(result)
  if (status === 401 || status === 403 || NOT_LOGGED_IN.test(reason))
    return { is: 'not-logged-in', agent, reason }
  if (status === 429) return { is: 'rate-limited', until: limitedUntil, reason }
  return isOfModel(result, status) ? { is: 'model', status, reason } : { is: 'gave-up', reason }
}

/** An answer that was broken off, or refused, is no error to it. */
const hasFinished = ({ is_error, stop_reason, terminal_reason }: ClaudeResult): boolean =>
  is_error !== true && stop_reason !== 'refusal' && !ABORTED.has(terminal_reason ?? '')

const ABORTED: ReadonlySet<string> = new Set(['aborted_streaming', 'aborted_tools'])

const NOT_LOGGED_IN = /not logged in|invalid api key|please run \/login|oauth token/i

/** What the model itself refuses (400, 404 ...) it would refuse again. */
function isOfModel({ terminal_reason }: ClaudeResult, status: number | null): boolean {
  if (status !== null) return status >= 500 || status === 408
  return terminal_reason === 'api_error'
}

function wordsOf({ result, errors = [], terminal_reason, stop_reason }: ClaudeResult): string {
  const said = result !== undefined && result !== '' ? result : errors.join('\n')
  return said !== '' ? said : (terminal_reason ?? stop_reason ?? 'it did not say why')
}

/** What it cannot go on with it tells before it has begun anything. */
export const isUnknownConversation = ({ errors = [] }: ClaudeResult): boolean =>
  errors.some((error) => error.startsWith('No conversation found'))

/** Without a last word. */
export function failureOfExit(
  end: ProcessEnd,
  { hasSpoken, lastLines }: { readonly hasSpoken: boolean; readonly lastLines: readonly string[] },
): Failure {
  if (end.is === 'signal') return { is: 'signal', signal: end.signal }
  const failure = failureOf({ is: 'exited', code: end.code, cpuSeconds: 0 })
  if (failure.is === 'signal') return failure
  const reason = lastLines.slice(-3).join('\n') || `exit code ${end.code}`
  return hasSpoken ? { is: 'gave-up', reason } : { is: 'cannot-start', reason, passing: false }
}
