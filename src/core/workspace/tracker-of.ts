/** The tracker: the trees of all repositories, and what they are counted by. */
import { dependencyCycles } from './dependency-cycles.ts'
import type { FoundRepository } from './found.ts'
import { buildTree } from './hierarchy.ts'
import type { SessionStatus, Tracker, TrackerNotice, TreeNode } from './tracker.ts'

export interface TrackerFrame {
  readonly startedAt: number
  readonly now: number
  readonly staleMinutes: number
  /** Of sources that belong to no repository. */
  readonly notices: readonly TrackerNotice[]
}

export function trackerOf(
  repositories: readonly FoundRepository[],
  { startedAt, now, staleMinutes, notices }: TrackerFrame,
): Tracker {
  const built = repositories.map((repository) => ({ repository, ...buildTree(repository) }))
  const trees = Object.fromEntries(built.map(({ repository, root }) => [repository.name, root]))
  const nodes = built.flatMap(({ root }) => nodesOf(root))
  return {
    trees,
    session_statuses: sessionsOf(nodes),
    session_start: new Date(startedAt).toISOString(),
    session_duration_seconds: Math.max(0, Math.floor((now - startedAt) / 1000)),
    worktree_count: nodes.filter(isWorktree).length,
    stale_minutes: staleMinutes,
    notices: saidOnce([
      ...notices,
      ...built.flatMap(({ repository, notices: own }) => [...repository.notices, ...own]),
      ...dependencyCycles(trees),
    ]),
  }
}

/** What concerns all repositories is told by each of them. */
const saidOnce = (notices: readonly TrackerNotice[]): readonly TrackerNotice[] => [
  ...new Map(notices.map((each) => [`${each.repository}\n${each.message}`, each])).values(),
]

/** null: there is no such repository, also when its name is one that every object of JavaScript has. */
export const treeOf = ({ trees }: Pick<Tracker, 'trees'>, repository: string): TreeNode | null =>
  Object.hasOwn(trees, repository) ? trees[repository]! : null

/** The node and everything that stands on it. */
export const nodesOf = (node: TreeNode): readonly TreeNode[] => [
  node,
  ...node.children.flatMap(nodesOf),
]

const isWorktree = ({ workspace_id, worktree_path }: TreeNode): boolean =>
  workspace_id !== null && worktree_path !== null

function sessionsOf(nodes: readonly TreeNode[]): Readonly<Record<string, SessionStatus>> {
  const sessions = nodes.map(({ session_status }) => session_status)
  return Object.fromEntries(
    sessions.filter((each) => each !== null).map((each) => [each.workspace_id, each]),
  )
}
