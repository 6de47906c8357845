/** A route of the REST API: its path in GitHub's own notation, the rights it takes, and its answer. */
import type { Level, Right } from '../options.ts'
import type { Account, Repository } from '../state/model.ts'
import type { Token, World } from '../state/world.ts'

export interface Asked {
  readonly world: World
  /** Null when nobody is named; then only what is public may be told. */
  readonly token: Token | null
  readonly by: Account
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
}

export interface AskedOfRepository extends Asked {
  readonly repository: Repository
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One of these rights is enough. */
export type Needed = readonly (readonly [Right, Level])[]

export interface Route {
  readonly method: string
  /** As in GitHub's description: /repos/{owner}/{repo}/pulls/{pull_number}. */
  readonly template: string
  readonly needs: Needed
  /** Makes something that others see, which GitHub allows only so often. */
  readonly makesContent: boolean
  readonly handle: (asked: AskedOfRepository) => Answer | Promise<Answer>
}

type Handle = Route['handle']

export function route(
  line: string,
  needs: Needed,
  handle: Handle,
  { makesContent = false }: { readonly makesContent?: boolean } = {},
): Route {
  const [method = '', template = ''] = line.split(' ')
  return { method, template, needs, makesContent, handle }
}

export const READ_ISSUES: Needed = [
  ['issues', 'read'],
  ['pull_requests', 'read'],
]
export const WRITE_ISSUES: Needed = [
  ['issues', 'write'],
  ['pull_requests', 'write'],
]
export const READ_PULLS: Needed = [['pull_requests', 'read']]
export const WRITE_PULLS: Needed = [['pull_requests', 'write']]
export const READ_CHECKS: Needed = [['checks', 'read']]
export const READ_STATUSES: Needed = [['statuses', 'read']]
export const READ_ACTIONS: Needed = [['actions', 'read']]
export const WRITE_CONTENTS: Needed = [['contents', 'write']]
export const READ_METADATA: Needed = [['metadata', 'read']]

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
