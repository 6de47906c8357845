/** What the server knows of branches and worktrees, and what it can do with them. */
import type { TaskId } from '../../../src/core/ids.ts'
import type { ApiError } from '../../../src/server/api-error.ts'
import type {
  LaneRow,
  ValidationDocument,
  WorktreeReply,
  WorktreeRow,
} from '../../../src/server/served-repository.ts'

/** What was refused, as words. */
export class Refused extends Error {
  readonly hint: string | null
  constructor({ message, hint }: ApiError) {
    super(message)
    this.hint = hint
  }
}

type Made = Omit<WorktreeReply & { readonly ok: true }, 'ok'>

export const readLanes = async (): Promise<readonly LaneRow[]> =>
  (await asked<{ readonly lanes: readonly LaneRow[] }>('GET', '/api/lanes')).lanes

export const readWorktrees = async (): Promise<readonly WorktreeRow[]> =>
  (await asked<{ readonly worktrees: readonly WorktreeRow[] }>('GET', '/api/worktrees')).worktrees

export const makeWorktree = (name: string, from: string | null): Promise<Made> =>
  asked('POST', '/api/worktrees', { name, from })

/** id: its lane, or the name of its folder. */
export const removeWorktree = (id: string): Promise<Made> =>
  asked('DELETE', `/api/worktrees/${encodeURIComponent(id)}`)

export const checkMerge = (task: TaskId): Promise<ValidationDocument> =>
  asked('POST', `/api/runs/current/tasks/${task}/check`)

async function asked<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  if (response.ok && isJson) return (await response.json()) as Answer
  throw new Refused(isJson ? ((await response.json()) as ApiError) : NOT_OFFERED)
}

const NOT_OFFERED: ApiError = {
  error: 'not_offered',
  message: 'the server does not offer this',
  hint: null,
}
