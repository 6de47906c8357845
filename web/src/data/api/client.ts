/** The API, typed by the server itself. */
import { hc } from 'hono/client'
import type { Ask } from '../../../../src/core/ask/ask.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { Api } from '../../../../src/server/api/api.ts'
import type { ApiError } from '../../../../src/server/http/api-error.ts'

/** The server counts where people do things, and nothing else about them. */
export const api = hc<Api>('/', {
  headers: () => ({ 'x-conductor-view': location.pathname.split('/')[1] || 'board' }),
})

/** What was refused, as words. */
export class Refused extends Error {
  /** 0: nobody answered. */
  readonly status: number
  readonly body: ApiError
  readonly hint: string | null
  constructor(status: number, body: ApiError) {
    super(body.message)
    this.status = status
    this.body = body
    this.hint = body.hint
  }
}

/** The document that was asked for; throws Refused. */
export async function answer<Document>(sent: Promise<Sent>): Promise<Document> {
  const response = await sent.catch(() => null)
  // The network says nothing more than that it could not.
  if (response === null) throw new Refused(0, UNREACHABLE)
  if (!response.ok) throw new Refused(response.status, (await response.json()) as ApiError)
  return (await response.json()) as Document
}

interface Sent {
  readonly ok: boolean
  readonly status: number
  json(): Promise<unknown>
}

const UNREACHABLE: ApiError = {
  error: 'unreachable',
  message: 'the server does not answer',
  hint: 'is `conductor serve` or the run still there? This page comes back by itself when it is.',
}

export type Asked =
  | { readonly ok: true; readonly affected: readonly TaskId[] }
  | { readonly ok: false; readonly error: ApiError }

/** Asks something of the run; what was refused comes back as words. */
export async function ask(ask: Ask): Promise<Asked> {
  try {
    const done = answer<{ affected: readonly TaskId[] }>(api.api.asks.$post({ json: ask }))
    return { ok: true, affected: (await done).affected }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.body }
    throw error
  }
}
