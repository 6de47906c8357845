/** Failures of models as values: their sentence, made safe to print, and what a person can do about each. */
import { NO_USAGE, type Usage } from '../core/agent/usage.ts'
import { oneLineOf } from '../core/text/plain-text.ts'
import { maskOutput } from '../processes/mask-output.ts'
import type { FailureReason, ModelFailure } from './planning-model.ts'

interface More {
  readonly remedy?: string | null
  readonly retryAfterSeconds?: number | null
  readonly usage?: Usage
}

export function modelFailure(why: FailureReason, says: string, more: More = {}): ModelFailure {
  const { remedy = REMEDIES[why], retryAfterSeconds = null, usage = NO_USAGE } = more
  return { is: 'failed', why, says, remedy, retryAfterSeconds, usage }
}

const REMEDIES: Readonly<Record<FailureReason, string | null>> = {
  requirements: 'say it in other words',
  'no-key': 'set ANTHROPIC_API_KEY, or log in to claude, or plan with --offline',
  'bad-key': 'correct ANTHROPIC_API_KEY, or plan with --offline',
  'rate-limited': 'try again later, or plan with --offline',
  overloaded: 'try again later, or plan with --offline',
  timeout: 'raise planning.timeout, or plan with --offline',
  network: 'check the network, a proxy and ANTHROPIC_BASE_URL, or plan with --offline',
  refused: 'say it in other words, or plan with --offline',
  truncated: 'plan a part of it at a time, or plan with --offline',
  malformed: 'try again, or name another model with planning.model',
  'missing-cli': 'install it, or plan with --offline',
  'unknown-model': 'name another model with planning.model, or plan with --offline',
  cancelled: null,
  error: 'try again, or plan with --offline',
}

/** A signal that timed out has the reason that AbortSignal.timeout gives. */
export const stoppedBy = (signal: AbortSignal, name: string, usage = NO_USAGE): ModelFailure =>
  isTimeout(signal)
    ? modelFailure('timeout', `${name} did not answer in time`, { usage })
    : modelFailure('cancelled', 'planning was cancelled', { usage })

export const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError'

const MUCH = 300

/** The words of a server or program as a part of our sentence: one line, not long, without secrets. */
export function foreignWords(text: string): string {
  const line = oneLineOf(maskOutput(text))
  return line.length > MUCH ? `${line.slice(0, MUCH)}...` : line
}
