/** What our GitHub knows: accounts, repositories, issues, pull requests, reviews and checks. */
import type { Branches } from '../git/bare-repository.ts'

export interface Account {
  readonly id: number
  readonly login: string
  readonly type: 'User' | 'Bot' | 'Organization'
}

export interface Label {
  readonly id: number
  readonly name: string
  readonly color: string
}

export interface Comment {
  readonly id: number
  readonly author: Account
  body: string
  readonly createdAt: number
  updatedAt: number
}

interface Conversation {
  readonly id: number
  readonly number: number
  readonly repository: Repository
  readonly author: Account
  title: string
  body: string | null
  state: 'open' | 'closed'
  labels: Label[]
  assignees: Account[]
  readonly comments: Comment[]
  readonly createdAt: number
  updatedAt: number
  closedAt: number | null
  closedBy: Account | null
}

export interface Issue extends Conversation {
  readonly kind: 'issue'
  stateReason: 'completed' | 'not_planned' | 'reopened' | null
  parent: Issue | null
  readonly subIssues: Issue[]
  readonly blockedBy: Issue[]
}

export type Mergeability = 'clean' | 'dirty' | 'unknown'

export interface Pull extends Conversation {
  readonly kind: 'pull'
  isDraft: boolean
  readonly headBranch: string
  headSha: string
  baseBranch: string
  baseSha: string
  /** Known for these commits only; GitHub works it out after it was first asked. */
  mergeability: {
    readonly of: string
    readonly is: Mergeability
    /** The commit of a merge that GitHub tried; REST tells it as merge_commit_sha while the pull request is open. */
    readonly tried: string | null
  }
  merged: { readonly by: Account; readonly at: number; readonly sha: string } | null
  requestedReviewers: Account[]
  readonly reviews: Review[]
  readonly threads: Thread[]
}

export type ReviewState = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED'

export interface Review {
  readonly id: number
  readonly author: Account
  readonly body: string
  state: ReviewState
  readonly commit: string
  readonly submittedAt: number
}

export interface Thread {
  readonly id: number
  readonly path: string
  readonly line: number
  readonly commit: string
  resolvedBy: Account | null
  readonly comments: ReviewComment[]
}

export interface ReviewComment extends Comment {
  readonly review: Review
  readonly inReplyTo: number | null
}

export const CONCLUSIONS = [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'skipped',
  'timed_out',
  'action_required',
] as const
export type Conclusion = (typeof CONCLUSIONS)[number]

export interface Annotation {
  readonly path: string
  readonly line: number
  readonly level: 'notice' | 'warning' | 'failure'
  readonly message: string
}

export interface CheckRun {
  readonly id: number
  readonly name: string
  readonly sha: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: Conclusion | null
  title: string | null
  summary: string | null
  log: string | null
  annotations: readonly Annotation[]
  readonly startedAt: number
  completedAt: number | null
}

export type StatusState = 'error' | 'failure' | 'pending' | 'success'

export interface CommitStatus {
  readonly id: number
  readonly sha: string
  readonly context: string
  readonly state: StatusState
  readonly description: string | null
  readonly targetUrl: string | null
  readonly creator: Account
  readonly at: number
}

export interface Repository {
  readonly id: number
  readonly owner: Account
  readonly name: string
  readonly folder: string
  readonly isPrivate: boolean
  readonly defaultBranch: string
  readonly deleteBranchOnMerge: boolean
  readonly requiredReviews: number
  readonly requiredChecks: readonly string[]
  protectedBranches: readonly string[]
  readonly collaborators: Set<string>
  readonly labels: Map<string, Label>
  readonly conversations: Map<number, Issue | Pull>
  readonly checkRuns: CheckRun[]
  readonly statuses: CommitStatus[]
  branches: Branches
  /** Who pushed the commit that a branch is at. */
  readonly pushedBy: Map<string, string>
  readonly createdAt: number
  pushedAt: number
}

export const fullName = ({ owner, name }: Pick<Repository, 'owner' | 'name'>): string =>
  `${owner.login}/${name}`

export const pullsOf = (repository: Repository): Pull[] =>
  [...repository.conversations.values()].filter((one): one is Pull => one.kind === 'pull')

export const issuesOf = (repository: Repository): Issue[] =>
  [...repository.conversations.values()].filter((one): one is Issue => one.kind === 'issue')

export const isBot = (login: string): boolean => login.endsWith('[bot]')
