/** The API, typed by the server itself. */
import { hc } from 'hono/client'
import type { Ask } from '../../../src/core/ask.ts'
import type { Api } from '../../../src/server/api/api.ts'
import type { ApiError } from '../../../src/server/api-error.ts'

export const api = hc<Api>('/')

export type Asked =
  | { readonly ok: true; readonly affected: readonly string[] }
  | { readonly ok: false; readonly error: ApiError }

/** Asks something of the run; what was refused comes back as words. */
export async function ask(ask: Ask): Promise<Asked> {
  const response = await reached(() => api.api.asks.$post({ json: ask as never }))
  if (response instanceof Response || 'ok' in response) {
    const answer = response as Response
    if (answer.ok)
      return { ok: true, affected: ((await answer.json()) as { affected: string[] }).affected }
    return { ok: false, error: (await answer.json()) as ApiError }
  }
  return { ok: false, error: UNREACHABLE }
}

const UNREACHABLE: ApiError = {
  error: 'unreachable',
  message: 'the server does not answer',
  hint: 'is `conductor serve` or the run still there? This page comes back by itself when it is.',
}

async function reached<Answer>(
  request: () => Promise<Answer>,
): Promise<Answer | { readonly unreachable: true }> {
  try {
    return await request()
  } catch {
    // The network says nothing more than that it could not.
    return { unreachable: true }
  }
}
