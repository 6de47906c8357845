/** What the sources tell of one repository, before it becomes a tree of workspaces. */
import type { BranchHistory } from './branch-history.ts'
import type { WorkspaceMarks } from './marks.ts'
import type { CiStatus, TrackedTask, TrackerNotice, TreeNode } from './tracker.ts'

export interface FoundRepository {
  /** Unique among all repositories of the tracker. */
  readonly name: string
  readonly defaultBranch: string
  /** The page of the repository on its forge, without a slash at the end; null: there is none. */
  readonly page: string | null
  /** Several sources may tell of one branch; what an earlier one tells counts more. */
  readonly workspaces: readonly FoundWorkspace[]
  readonly pulls: readonly PullRequest[]
  readonly history: BranchHistory
  readonly marks: WorkspaceMarks
  readonly notices: readonly TrackerNotice[]
}

/** What one source tells of one branch; null: this source does not know. */
export interface FoundWorkspace {
  readonly branch: string
  readonly name: string | null
  readonly path: string | null
  /** The branch that this one was begun on, as its source has recorded it. */
  readonly parent: string | null
  readonly firstSeenAt: number | null
  readonly lastActiveAt: number | null
  readonly standing: WorkspaceStanding | null
  readonly session: FoundSession | null
  readonly task: TrackedTask | null
  /** Branches of the same repository, besides the parent, that have to be merged before. */
  readonly dependsOn: readonly string[]
}

type WorkspaceStanding = Pick<TreeNode, 'status' | 'says'>

export interface FoundSession {
  readonly status: string
  readonly model: string | null
  readonly isCompacting: boolean
}

/** A workspace of which only the branch is known. */
export const foundWorkspace = (
  found: Pick<FoundWorkspace, 'branch'> & Partial<FoundWorkspace>,
): FoundWorkspace => ({
  name: null,
  path: null,
  parent: null,
  firstSeenAt: null,
  lastActiveAt: null,
  standing: null,
  session: null,
  task: null,
  dependsOn: [],
  ...found,
})

/** An open pull request. */
export interface PullRequest {
  readonly number: number
  readonly title: string
  readonly url: string
  /** `owner:branch` when the branch is in a repository that is no remote of ours. */
  readonly head: string
  readonly base: string
  readonly author: string
  readonly avatar: string
  readonly ci: CiStatus
  readonly updatedAt: number | null
}
