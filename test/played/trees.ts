/**
 * Trees of workspaces in a short form, one branch a line, indented below the branch it is stacked on:
 *
 *     auth #42 pending
 *       auth-tests fail
 *     nav pass
 *
 * More words: merged, ghost, `blocked:reason`, `after:repository:branch`. The id of a workspace is `ws-` and its branch.
 */
import * as fc from 'fast-check'
import type { RequestedNode } from '../../src/core/ordering/suggestion.ts'
import type { TrackedTask, TreeNode } from '../../src/core/workspace/tracker.ts'
import { trackerOf } from '../../src/core/workspace/tracker-of.ts'
import { bareNode } from '../../src/core/workspace/tree-node.ts'
import type { ServedTracker } from '../../src/server/served/served-workspaces.ts'
import type { Trees } from '../../src/core/ordering/workspace-graph.ts'

/** A tracker that tells of these trees. tasks: the tasks that workspaces belong to, by branch. */
export const trackerOfTrees = (
  trees: Trees,
  tasks: Readonly<Record<string, TrackedTask>> = {},
): ServedTracker => ({
  read: async () => ({
    ...trackerOf([], { startedAt: 0, now: 0, staleMinutes: 30, notices: [] }),
    trees: Object.fromEntries(
      Object.entries(trees).map(([name, root]) => [name, whole(root, tasks)]),
    ),
  }),
  mark: async () => ({ ok: true, isNew: true }),
})

const whole = (node: RequestedNode, tasks: Readonly<Record<string, TrackedTask>>): TreeNode => ({
  ...bareNode(node.branch),
  ...node,
  task: tasks[node.branch] ?? null,
  children: (node.children ?? []).map((child) => whole(child, tasks)),
})

type Node = { -readonly [Key in keyof RequestedNode]: RequestedNode[Key] } & { children: Node[] }

export const treesFrom = (byRepository: Readonly<Record<string, string>>): Trees =>
  Object.fromEntries(Object.entries(byRepository).map(([name, text]) => [name, treeFrom(text)]))

function treeFrom(text: string): RequestedNode {
  const root: Node = { branch: 'main', name: 'main', workspace_id: null, children: [] }
  const stack: { readonly indent: number; readonly node: Node }[] = [{ indent: -1, node: root }]
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const indent = line.search(/\S/)
    while (stack.at(-1)!.indent >= indent) stack.pop()
    const node = nodeFrom(line.trim().split(/\s+/))
    stack.at(-1)!.node.children.push(node)
    stack.push({ indent, node })
  }
  return root
}

function nodeFrom([branch = '', ...words]: readonly string[]): Node {
  const node: Node = { branch, name: branch, workspace_id: `ws-${branch}`, children: [] }
  for (const word of words) {
    if (word === 'pass' || word === 'fail' || word === 'pending') node.ci_status = word
    else if (word === 'merged') node.status = 'merged'
    else if (word === 'ghost') node.workspace_id = null
    else if (word.startsWith('#')) node.pr_number = Number(word.slice(1))
    else if (word.startsWith('blocked:')) node.blockers = [word.slice(8)]
    else if (word.startsWith('after:'))
      node.depends_on = [...(node.depends_on ?? []), word.slice(6)]
    else throw new Error(`no word for a branch: ${word}`)
  }
  return node
}

interface AnyNode {
  readonly below: number
  readonly kind: 'workspace' | 'ghost' | 'merged'
  readonly ci: '' | 'pass' | 'fail' | 'pending'
  readonly isBlocked: boolean
  readonly after: number | null
}

/** Any forest over three repositories, with declared dependencies that may form cycles. */
export const anyTrees = (most = 30): fc.Arbitrary<Trees> =>
  fc
    .array(
      fc.record({
        below: fc.nat(1000),
        kind: fc.constantFrom('workspace' as const, 'workspace', 'workspace', 'ghost', 'merged'),
        ci: fc.constantFrom('' as const, 'pass', 'fail', 'pending'),
        isBlocked: fc.nat(9).map((n) => n === 0),
        after: fc.option(fc.nat(1000), { freq: 4 }),
      }),
      { maxLength: most },
    )
    .map(treesOfNodes)

/** The same with workspaces only: no ghosts, blockers or declared dependencies. */
export const anyForest = (most = 30): fc.Arbitrary<Trees> =>
  fc
    .array(
      fc.record({
        below: fc.nat(1000),
        ci: fc.constantFrom('' as const, 'pass', 'fail', 'pending'),
      }),
      {
        maxLength: most,
      },
    )
    .map((nodes) =>
      treesOfNodes(
        nodes.map((one) => ({ ...one, kind: 'workspace', isBlocked: false, after: null })),
      ),
    )

const REPOSITORIES = ['shop', 'web', 'docs']

function treesOfNodes(nodes: readonly AnyNode[]): Trees {
  const roots = REPOSITORIES.map((): Node => ({ branch: 'main', children: [] }))
  const made: { readonly node: Node; readonly repository: string }[] = []
  nodes.forEach(({ below, kind, ci, isBlocked, after }, i) => {
    const node: Node = { branch: `b${i}`, ci_status: ci, children: [] }
    node.workspace_id = kind === 'ghost' ? null : `ws-${i}`
    if (kind === 'merged') node.status = 'merged'
    if (isBlocked) node.blockers = ['design review']
    const at = below % (made.length + roots.length)
    const parent =
      at < roots.length
        ? { node: roots[at]!, repository: REPOSITORIES[at]! }
        : made[at - roots.length]!
    parent.node.children.push(node)
    made.push({ node, repository: parent.repository })
    if (after !== null) {
      const other = made[after % made.length]!
      node.depends_on = [`${other.repository}:${other.node.branch}`]
    }
  })
  // A dependency on something that comes later makes cycles possible.
  nodes.forEach(({ after }, i) => {
    if (after === null || after % 3 !== 0) return
    const { node, repository } = made[i]!
    const other = made[after % made.length]!.node
    other.depends_on = [...(other.depends_on ?? []), `${repository}:${node.branch}`]
  })
  return Object.fromEntries(REPOSITORIES.map((name, i) => [name, roots[i]!]))
}
