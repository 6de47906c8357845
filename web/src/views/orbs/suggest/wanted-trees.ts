/** The trees as they are sent with a request: only what an ordering depends on. */
import type { RequestedNode } from '../../../../../src/core/ordering/suggestion.ts'
import type { Tracker, TreeNode } from '../../../../../src/core/workspace/tracker.ts'

export type WantedTrees = Readonly<Record<string, RequestedNode>>

export const wantedTrees = ({ trees }: Pick<Tracker, 'trees'>): WantedTrees =>
  Object.fromEntries(Object.entries(trees).map(([repository, root]) => [repository, wanted(root)]))

const wanted = (node: TreeNode): RequestedNode => ({
  branch: node.branch,
  name: node.name,
  workspace_id: node.workspace_id,
  pr_number: node.pr_number,
  ci_status: node.ci_status,
  parent_branch_name: node.parent_branch_name,
  status: node.status,
  last_active_at: node.last_active_at,
  blockers: node.blockers,
  depends_on: node.depends_on,
  children: node.children.map(wanted),
})
