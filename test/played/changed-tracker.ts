/** A tracker in which one workspace comes or goes, as when somebody starts a branch or a pull request is merged. */
import type { Tracker, TreeNode } from '../../src/core/workspace/tracker.ts'

/** A new branch on another one, or on the default branch. */
export function withOneMore(tracker: Tracker, chance: () => number, name: string): Tracker {
  const repository = pick(Object.keys(tracker.trees), chance)
  const root = tracker.trees[repository]!
  const nodes = nodesOf(root)
  const parent = chance() < 0.4 ? root : pick(nodes, chance)
  const added = { ...pick(nodes, chance), name, branch: name, workspace_id: name, children: [] }
  const grown = replace(root, parent, { ...parent, children: [...parent.children, added] })
  return { ...tracker, trees: { ...tracker.trees, [repository]: grown[0]! } }
}

/** What stood on the branch that goes then stands on what was below it. */
export function withOneLess(tracker: Tracker, chance: () => number): Tracker {
  const repositories = Object.keys(tracker.trees).filter(
    (name) => tracker.trees[name]!.children.length > 0,
  )
  const repository = pick(repositories, chance)
  const root = tracker.trees[repository]!
  const gone = pick(nodesOf(root).slice(1), chance)
  const shrunk = replace(root, gone, ...gone.children)
  return { ...tracker, trees: { ...tracker.trees, [repository]: shrunk[0]! } }
}

const pick = <T>(list: readonly T[], chance: () => number): T =>
  list[Math.floor(chance() * list.length)]!

const nodesOf = (node: TreeNode): readonly TreeNode[] => [node, ...node.children.flatMap(nodesOf)]

function replace(node: TreeNode, old: TreeNode, ...by: readonly TreeNode[]): readonly TreeNode[] {
  if (node === old) return by
  return [{ ...node, children: node.children.flatMap((child) => replace(child, old, ...by)) }]
}
