/** One repository of some trees, with what its workspaces wait for in the others. */
import { orbId } from '../workspace/orb-id.ts'
import type { Tracker, TreeNode } from '../workspace/tracker.ts'

/** What is needed of other repositories stays as pull requests without a workspace do: in no phase, but waited for. */
export function onlyRepository(trees: Tracker['trees'], repository: string): Tracker['trees'] {
  const own = trees[repository]
  if (own === undefined) return {}
  const others = Object.entries(trees).filter(([name]) => name !== repository)
  const needed = new Set(dependenciesIn(own))
  for (;;) {
    const kept = others.flatMap(([name, root]) => {
      const children = neededOf(root.children, name, needed)
      return children.length === 0 ? [] : [[name, { ...root, children }] as const]
    })
    const before = needed.size
    for (const [, root] of kept) for (const one of dependenciesIn(root)) needed.add(one)
    if (needed.size === before) return { [repository]: own, ...Object.fromEntries(kept) }
  }
}

/** Whether a workspace of this repository depends on one of another. */
export const needsOthers = (trees: Tracker['trees'], repository: string): boolean =>
  Object.values(trees)
    .flatMap(dependenciesIn)
    .some((name) => !name.startsWith(orbId(repository, '')))

/** A branch stays if it, or one that stands on it, is needed. */
const neededOf = (
  nodes: readonly TreeNode[],
  repository: string,
  needed: ReadonlySet<string>,
): readonly TreeNode[] =>
  nodes.flatMap((node) => {
    const children = neededOf(node.children, repository, needed)
    const isNeeded = children.length > 0 || needed.has(orbId(repository, node.branch))
    return isNeeded ? [{ ...node, workspace_id: null, children }] : []
  })

function dependenciesIn(root: TreeNode): readonly string[] {
  const nodes = [root]
  for (const { children } of nodes) nodes.push(...children)
  return nodes.flatMap(({ depends_on }) => depends_on)
}
