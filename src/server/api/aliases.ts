/** Other names of our paths, as programs written for the seeds know them: they lead to the same. */
import type { MiddlewareHandler } from 'hono'
import { refused } from '../http/api-error.ts'

/** `{id}` is the repository: its name, or `current`. What else is in braces has the same name on both sides. */
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

/** Those of a project are also found below /api. */
export const ALIASES: readonly Alias[] = [
  alias('post', '/projects/{id}/build-execution-plan', '/api/plan'),
  alias('get', '/projects/{id}/execution-plan', '/api/plan'),
  alias('patch', '/projects/{id}/execution-plan', '/api/plan'),
  alias('get', '/projects/{id}/worktrees', '/api/worktrees'),
  alias('post', '/projects/{id}/worktrees', '/api/worktrees'),
  alias('delete', '/worktrees/{id}', '/api/worktrees/{id}'),
  alias('post', '/worktrees/{id}/merge', '/api/worktrees/{id}/merge'),
  alias('post', '/projects/{id}/batches/{batch}/start', '/api/batches/{batch}/start'),
  alias('get', '/projects/{id}/batches/{batch}/status', '/api/batches/{batch}/status'),
  alias('post', '/projects/{id}/batches/{batch}/pause', '/api/batches/{batch}/pause'),
  alias('post', '/projects/{id}/batches/{batch}/resume', '/api/batches/{batch}/resume'),
]

type Fetch = (request: Request) => Response | Promise<Response>

/** A request under another name is answered as if it had come under ours. */
export function followAliases(repository: string, answer: Fetch): MiddlewareHandler {
  const known = ALIASES.map((alias) => ({ ...alias, form: formOf(alias.path) }))
  return async (context, next) => {
    const { path, method, raw, url } = context.req
    const candidates = known.filter((alias) => alias.method === method.toLowerCase())
    for (const { form, meant } of candidates) {
      const parts = form.exec(path)?.groups
      if (parts === undefined) continue
      const project = path.includes('/projects/') ? decoded(parts['id']!) : 'current'
      if (project !== repository && project !== 'current')
        return refused(context, 404, unknownProject(project, repository))
      const target = new URL(url)
      target.pathname = meant.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name]!)
      return answer(new Request(target, raw))
    }
    return next()
  }
}

/** `/projects/{id}/worktrees`, also below /api. */
function formOf(path: string): RegExp {
  const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${path.startsWith('/projects/') ? '(?:/api)?' : ''}${pattern}$`)
}

/** What is badly encoded is nobody's name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const unknownProject = (said: string, repository: string) => ({
  error: 'unknown_project',
  message: `"${said}" is not served here`,
  hint: `this is "${repository}"; "current" means it, too`,
})
