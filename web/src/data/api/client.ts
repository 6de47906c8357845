/** The client of the HTTP API; its types come from the server. */
import { hc } from 'hono/client'
import type { Ask } from '../../../../src/core/ask/ask.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { Api } from '../../../../src/server/api/api.ts'
import type { ApiError } from '../../../../src/server/http/api-error.ts'
import { apiPathIn, pageProject, viewAt } from './project.ts'

/**
 * The API of a project. The header names the view: the server counts in which view a user acts, and records nothing else
 * about users.
 */
const apiIn = (project: () => string | null) =>
  hc<Api>('/', {
    headers: () => ({ 'x-conductor-view': viewAt(location.pathname) }),
    // The client makes paths, and never a Request.
    fetch: (path: unknown, request?: RequestInit) =>
      fetch(apiPathIn(project(), path as string), request),
  })

/** The API of the project that this page shows. */
export const api = apiIn(pageProject)

/** What the server can do apart from a project. */
export const serverApi = apiIn(() => null)

/** The server refused a request; `message` and `hint` are for the user. */
export class Refused extends Error {
  /** The HTTP status; 0 when the server did not answer. */
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

/** Returns the document that the server answered with; throws Refused. */
export async function answer<Document>(sent: Promise<Sent>): Promise<Document> {
  const response = await sent.catch(() => null)
  // fetch does not tell why it failed.
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
  hint: 'is `conductor serve` or the run still running? This page reconnects by itself.',
}

export type Asked =
  | { readonly ok: true; readonly affected: readonly TaskId[] }
  | { readonly ok: false; readonly error: ApiError }

/** Sends an ask to a run of this project. A refusal is returned, not thrown. */
export async function ask(ask: Ask, project: string | null = pageProject()): Promise<Asked> {
  try {
    const { api: to } = apiIn(() => project)
    const done = answer<{ affected: readonly TaskId[] }>(to.asks.$post({ json: ask }))
    return { ok: true, affected: (await done).affected }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.body }
    throw error
  }
}
