/** Which project a path is about: `/api/projects/{id}/...`, and the paths of the seeds, `/projects/{id}/...`. */
import { ALIASES, decoded } from '../api/aliases.ts'

export interface ProjectPath {
  readonly id: string
  /** The same path, as the server of that project alone knows it. */
  readonly inside: string
}

/** null: the path names no project, or is a page. */
export function projectIn(path: string): ProjectPath | null {
  const [, api = '', id = '', rest = ''] = PROJECT.exec(path) ?? []
  if (id === '') return null
  const isPage = api === '' && rest !== METRICS && !SEEDS.some((form) => form.test(rest))
  if (isPage) return null
  if (rest === METRICS) return { id: decoded(id), inside: METRICS }
  return { id: decoded(id), inside: `${api}/projects/current${rest}` }
}

const PROJECT = /^(\/api)?\/projects\/([^/]+)(\/.+)$/

const METRICS = '/metrics'

/** What follows the id in the paths of the seeds. */
const SEEDS = ALIASES.flatMap(({ path }) => /^\/projects\/\{id\}(\/.+)$/.exec(path)?.[1] ?? []).map(
  (rest) => new RegExp(`^${rest.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
)

/** Whether an address that names no project is about that of the server, and not about all, the server itself or a page. */
export const isAboutCurrent = ({ pathname, searchParams }: URL): boolean =>
  ABOUT_CURRENT.test(pathname) ||
  (pathname === '/api/attention' && searchParams.get('project') !== 'all')

const ABOUT_CURRENT = new RegExp(
  [
    '^/api/(?:runs|tasks|templates|editor|open|ports|plan|planning|worktrees|merges|lanes|epics|batches|attempts|asks)(?:/|$)',
    '^/api/(?:session|suggest-parallelization)(?:/|$)',
    '^/metrics$',
  ].join('|'),
)
