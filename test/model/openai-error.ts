/** The errors of OpenAI, in both of its protocols. */
import type { ErrorStatus } from './script.ts'

export const openaiError = (status: ErrorStatus): { status: number; body: unknown } => ({
  status: status === 529 ? 503 : status,
  body: { error: ERRORS[status] },
})

const ERRORS: Readonly<Record<ErrorStatus, unknown>> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key', message: 'Incorrect API key.' },
  429: { type: 'tokens', code: 'rate_limit_exceeded', message: 'Rate limit reached.' },
  529: { type: 'server_error', code: 'server_is_overloaded', message: 'Overloaded.' },
}
