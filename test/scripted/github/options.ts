/** How a test sets up its GitHub. */
import type { Files } from './git/bare-repository.ts'

export interface GithubOptions {
  /** By default one: acme/shop, private, with a README on main. */
  readonly repositories?: readonly RepositoryOptions[]
  /** The rights of the token under test, and what it may see. */
  readonly token?: Partial<TokenOptions>
  /** More tokens, by their text. */
  readonly tokens?: Readonly<Record<string, Partial<TokenOptions>>>
  /** Addresses as an Enterprise server has them: /api/v3 and /api/graphql. Both forms are always served. */
  readonly enterprise?: boolean
  readonly limits?: Partial<LimitOptions>
  /** Whether a pull request says at once if it can be merged. GitHub says "unknown" when first asked: the default. */
  readonly mergeability?: 'later' | 'at-once'
  /** Checks every request and answer against GitHub's published description. On by default. */
  readonly validate?: boolean
  /** Whether closing the server throws when a request broke a rule (`violations`) or a description (`mismatches`). On by default. */
  readonly strict?: boolean
  readonly webhook?: { readonly url: string; readonly secret: string }
}

export interface RepositoryOptions {
  readonly owner?: string
  readonly name?: string
  readonly isPrivate?: boolean
  readonly defaultBranch?: string
  /** The first commit of the default branch. */
  readonly files?: Files
  readonly deleteBranchOnMerge?: boolean
  readonly protectedBranches?: readonly string[]
  readonly requiredReviews?: number
  readonly requiredChecks?: readonly string[]
  readonly collaborators?: readonly string[]
}

export type Right =
  | 'contents'
  | 'pull_requests'
  | 'issues'
  | 'checks'
  | 'statuses'
  | 'actions'
  | 'metadata'

export type Level = 'none' | 'read' | 'write'

export interface TokenOptions {
  readonly login: string
  readonly rights: Partial<Readonly<Record<Right, Level>>>
  /** The repositories it may see, as owner/name. All by default. */
  readonly repositories: readonly string[] | 'all'
  /** The organisation demands single sign-on, and this token has none. */
  readonly needsSso: boolean
  readonly isExpired: boolean
}

export interface LimitOptions {
  /** Requests (REST) and points (GraphQL) in an hour. */
  readonly perHour: number
  /** Points in a minute: 1 for a read, 5 for a write. */
  readonly pointsPerMinute: number
  /** Issues, pull requests, comments and reviews in a minute. */
  readonly contentPerMinute: number
  readonly concurrent: number
}

export const USUAL_LIMITS: LimitOptions = {
  perHour: 5000,
  pointsPerMinute: 900,
  contentPerMinute: 80,
  concurrent: 100,
}

export const ALL_RIGHTS: Readonly<Record<Right, Level>> = {
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'read',
  statuses: 'read',
  actions: 'read',
  metadata: 'read',
}
