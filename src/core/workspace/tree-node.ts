/** What the sources tell of a branch, as fields of its node. */
import type { FoundWorkspace, PullRequest } from './found.ts'
import { orbId } from './orb-id.ts'
import type { ClickRecord, SessionStatus, TreeNode } from './tracker.ts'

export const bareNode = (branch: string): TreeNode => ({
  name: branch,
  branch,
  workspace_id: null,
  pr_number: null,
  pr_title: '',
  pr_author_login: '',
  pr_author_avatar_url: '',
  click_record: null,
  session_status: null,
  ci_status: '',
  commits_from_parent: [],
  parent_branch_name: '',
  github_url: '',
  children: [],
  status: 'idle',
  says: '',
  last_active_at: null,
  task: null,
  worktree_path: null,
  blockers: [],
  depends_on: [],
})

export function ofWorkspace(repository: string, workspace: FoundWorkspace): Partial<TreeNode> {
  const { branch, path, task, standing, lastActiveAt } = workspace
  const id = orbId(repository, branch)
  return {
    workspace_id: id,
    worktree_path: path,
    task,
    status: standing?.status ?? 'idle',
    says: standing?.says ?? '',
    last_active_at: lastActiveAt,
    session_status: sessionOf(id, workspace),
    click_record: recordOf(id, repository, workspace),
  }
}

const sessionOf = (id: string, { session }: FoundWorkspace): SessionStatus | null =>
  session === null
    ? null
    : {
        workspace_id: id,
        status: session.status,
        model: session.model,
        is_compacting: session.isCompacting,
      }

function recordOf(
  id: string,
  repository: string,
  { name, branch, firstSeenAt, lastActiveAt }: FoundWorkspace,
): ClickRecord | null {
  const last = lastActiveAt ?? firstSeenAt
  if (last === null) return null
  return {
    workspace_id: id,
    name: name ?? branch,
    repo_name: repository,
    branch,
    first_seen: new Date(firstSeenAt ?? last).toISOString(),
    last_seen: new Date(last).toISOString(),
  }
}

export const ofPull = ({ number, title, author, avatar, ci }: PullRequest): Partial<TreeNode> => ({
  pr_number: number,
  pr_title: title,
  pr_author_login: author,
  pr_author_avatar_url: avatar,
  ci_status: ci,
})

/** The page of the branch on the forge; the branch of somebody else's fork is reached by its pull request only. */
export const branchPage = (page: string | null, branch: string): string =>
  page === null || branch.includes(':')
    ? ''
    : `${page}/tree/${branch.split('/').map(encodeURIComponent).join('/')}`
