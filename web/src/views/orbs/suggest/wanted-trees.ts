/** The trees as they are sent with a request: only what an ordering depends on. */
import type { RequestedNode } from '../../../../../src/core/ordering/suggestion.ts'
import type { Tracker, TreeNode } from '../../../../../src/core/workspace/tracker.ts'

export type WantedTrees = Readonly<Record<string, RequestedNode>>

export const wantedTrees = ({ trees }: Pick<Tracker, 'trees'>): WantedTrees =>
  Object.fromEntries(Object.entries(trees).map(([repository, root]) => [repository, wanted(root)]))

/** What is not said is as usual: no pull request, no CI, idle, nothing that blocks. */
const wanted = (node: TreeNode): RequestedNode => ({
  branch: node.branch,
  ...(node.name !== node.branch && { name: node.name }),
  ...(node.workspace_id !== null && { workspace_id: node.workspace_id }),
  ...(node.pr_number !== null && { pr_number: node.pr_number }),
  ...(node.ci_status !== '' && { ci_status: node.ci_status }),
  ...(node.status !== 'idle' && { status: node.status }),
  ...(node.blockers.length > 0 && { blockers: node.blockers }),
  ...(node.depends_on.length > 0 && { depends_on: node.depends_on }),
  ...(node.children.length > 0 && { children: node.children.map(wanted) }),
})

/** Bytes; the server takes no more than a megabyte. */
const MOST = 1_000_000

/** Trees that are too large to send are left out: then the server takes its own, which are the same. */
export const treesToSend = (trees: WantedTrees): { readonly trees?: WantedTrees } =>
  new TextEncoder().encode(JSON.stringify(trees)).length > MOST ? {} : { trees }
