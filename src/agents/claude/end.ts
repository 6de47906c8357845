/** How an attempt of Claude Code has ended, judged by its last result; the exit code tells little. */
import type { Failure } from '../../core/run/failure.ts'
import type { ProcessEnd } from '../agent-processes.ts'
import type { ClaudeResult } from './output-events.ts'
import { failureOf } from '../command/command-agent.ts'

/** null: Claude Code has finished its work. */
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

/** Claude Code does not set is_error for an answer that was aborted or refused. */
const hasFinished = ({ is_error, stop_reason, terminal_reason }: ClaudeResult): boolean =>
  is_error !== true && stop_reason !== 'refusal' && !ABORTED.has(terminal_reason ?? '')

const ABORTED: ReadonlySet<string> = new Set(['aborted_streaming', 'aborted_tools'])

const NOT_LOGGED_IN = /not logged in|invalid api key|please run \/login|oauth token/i

/** A request that the model refuses (400, 404 ...) would be refused again, so it is no failure of the model. */
function isOfModel({ terminal_reason }: ClaudeResult, status: number | null): boolean {
  if (status !== null) return status >= 500 || status === 408
  return terminal_reason === 'api_error'
}

function wordsOf({ result, errors = [], terminal_reason, stop_reason }: ClaudeResult): string {
  const message = result !== undefined && result !== '' ? result : errors.join('\n')
  return message !== '' ? message : (terminal_reason ?? stop_reason ?? 'it did not say why')
}

/** Claude Code reports an unknown conversation before it has begun any work. */
export const isUnknownConversation = ({ errors = [] }: ClaudeResult): boolean =>
  errors.some((error) => error.startsWith('No conversation found'))

/** The failure of a process that ended without a result. */
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
