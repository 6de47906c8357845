/** Aliases: other paths to our routes, as programs written for the seeds know them. An alias gives the same answer. */
import type { MiddlewareHandler } from 'hono'
import { notFound, type Refused } from '../http/api-error.ts'

/** `{id}` is the project, or `current`. Every other name in braces is the same on both sides. */
export interface Alias {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly meant: string
}

const alias = (method: Alias['method'], path: string, meant: string): Alias => ({
  method,
  path,
  meant,
})

/** The paths that begin with /projects/ are also served below /api. */
export const ALIASES: readonly Alias[] = [
  alias('post', '/projects/{id}/build-execution-plan', '/api/plan'),
  alias('get', '/projects/{id}/execution-plan', '/api/plan'),
  alias('patch', '/projects/{id}/execution-plan', '/api/plan'),
  alias('get', '/projects/{id}/epics', '/api/epics'),
  alias('get', '/projects/{id}/worktrees', '/api/worktrees'),
  alias('post', '/projects/{id}/worktrees', '/api/worktrees'),
  alias('delete', '/worktrees/{id}', '/api/worktrees/{id}'),
  alias('post', '/worktrees/{id}/merge', '/api/worktrees/{id}/merge'),
  alias('post', '/projects/{id}/batches/{batch}/start', '/api/batches/{batch}/start'),
  alias('get', '/projects/{id}/batches/{batch}/status', '/api/batches/{batch}/status'),
  alias('post', '/projects/{id}/batches/{batch}/pause', '/api/batches/{batch}/pause'),
  alias('post', '/projects/{id}/batches/{batch}/resume', '/api/batches/{batch}/resume'),
  alias('post', '/projects/{id}/expertise/export', '/api/expertise/export'),
]

type Fetch = (request: Request) => Response | Promise<Response>

/**
 * A request to an alias is answered as if it had been sent to our own path. Each path below /api is also one below
 * /api/projects/{id}: there the id names the project, which may also be called `current`.
 */
export function followAliases(isThis: (id: string) => boolean, answer: Fetch): MiddlewareHandler {
  const aliases = [...ALIASES.map(rowOf), ...EVERY_METHOD.map((method) => ({ method, ...MOUNTED }))]
  return async (context, next) => {
    const { path, method, raw, url } = context.req
    const candidates = aliases.filter((alias) => alias.method === method.toLowerCase())
    for (const { form, meant } of candidates) {
      const parts = form.exec(path)?.groups
      if (parts === undefined) continue
      const id = path.includes('/projects/') ? decoded(parts['id']!) : 'current'
      if (!isThis(id)) throw unknownProject(id)
      const target = new URL(url)
      target.pathname = meant.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name]!)
      return answer(new Request(target, raw))
    }
    return next()
  }
}

const rowOf = ({ method, path, meant }: Alias) => ({ method, form: formOf(path), meant })

const EVERY_METHOD = ['get', 'post', 'patch', 'delete', 'put', 'options'] as const

const MOUNTED = { form: /^\/api\/projects\/(?<id>[^/]+)\/(?<rest>.+)$/, meant: '/api/{rest}' }

/** `/projects/{id}/worktrees`, also below /api. */
function formOf(path: string): RegExp {
  const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${path.startsWith('/projects/') ? '(?:/api)?' : ''}${pattern}$`)
}

/** A text that is badly encoded stays as it is: no project is called so. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const unknownProject = (id: string): Refused =>
  notFound('unknown_project', `there is no project "${id}"`, 'GET /api/projects lists them')
