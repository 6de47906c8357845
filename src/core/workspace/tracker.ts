/** What `GET /api/tracker` answers: the workspaces of every repository, as one tree for each. The field names are those of the tracker that people know. */

export interface Tracker {
  /** By the name of the repository, which is the id of its project. The root of each tree is the default branch. */
  readonly trees: Readonly<Record<string, TreeNode>>
  readonly session_statuses: Readonly<Record<string, SessionStatus>>
  /** When this server began to watch, in ISO form. */
  readonly session_start: string
  readonly session_duration_seconds: number
  readonly worktree_count: number
  /** A workspace without activity for so long counts as fully aged in the colours of freshness. */
  readonly stale_minutes: number
  /** What is missing in the trees, and why: a source that could not be read, a cycle in its data. */
  readonly notices: readonly TrackerNotice[]
}

export interface TrackerNotice {
  /** null: it concerns every repository. */
  readonly repository: string | null
  readonly message: string
  readonly hint: string | null
}

/** Observed, never predicted. Empty: unknown, or there is no CI. */
export type CiStatus = '' | 'pass' | 'fail' | 'pending'

export interface TreeNode {
  /** The title of the pull request, else the name of the workspace; at the root, the name of the repository. */
  readonly name: string
  readonly branch: string
  /** null: the default branch, or a branch of a pull request that has no workspace (a ghost). */
  readonly workspace_id: string | null
  readonly pr_number: number | null
  readonly pr_title: string
  readonly pr_author_login: string
  readonly pr_author_avatar_url: string
  readonly click_record: ClickRecord | null
  readonly session_status: SessionStatus | null
  readonly ci_status: CiStatus
  readonly commits_from_parent: readonly TreeCommit[]
  readonly parent_branch_name: string
  readonly github_url: string
  readonly children: readonly TreeNode[]

  // The fields below are ours.
  /** merged: the content is in the default branch, or has landed in the branch of its run. */
  readonly status: 'idle' | 'working' | 'stuck' | 'merged'
  /** In one line: what the agent does, or why it is stuck; empty when there is nothing to tell. */
  readonly says: string
  /** Milliseconds since 1970; null: unknown. */
  readonly last_active_at: number | null
  /** The task of ours that this workspace belongs to. */
  readonly task: TrackedTask | null
  readonly worktree_path: string | null
  /** What people have recorded as blocking this workspace from outside, for example a design review. */
  readonly blockers: readonly string[]
  /**
   * Workspaces that this one depends on besides its parent, as `repository:branch`: what a user has declared, also of
   * other repositories, and dependencies of our own tasks.
   */
  readonly depends_on: readonly string[]
}

export interface TrackedTask {
  /** The id of the project, as in `GET /api/projects`. */
  readonly project: string
  readonly run: string
  readonly task: string
}

export interface ClickRecord {
  readonly workspace_id: string
  readonly name: string
  readonly repo_name: string
  readonly branch: string
  readonly first_seen: string
  readonly last_seen: string
}

export interface SessionStatus {
  readonly workspace_id: string
  readonly status: string
  readonly model: string | null
  readonly is_compacting: boolean
}

export interface TreeCommit {
  readonly sha: string
  readonly short_sha: string
  readonly author: string
  readonly date: string
  /** At most 80 characters. */
  readonly message: string
  readonly github_url: string
  readonly author_avatar_url: string
}
