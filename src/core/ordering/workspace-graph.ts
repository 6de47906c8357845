/** The workspaces of some trees as a graph of what waits for what; orderings are made from it. */
import { orbId } from '../workspace/orb-id.ts'
import { sayCount } from '../say/say-count.ts'
import type { Edge, GraphItem, WorkspaceGraph } from './graph-item.ts'
import { heldUp } from './held-up.ts'
import { orderedGraph } from './order-graph.ts'
import type { RequestedNode } from './suggestion.ts'

export type { WorkspaceGraph } from './graph-item.ts'

export type Trees = Readonly<Record<string, RequestedNode>>

export function workspaceGraph(trees: Trees): WorkspaceGraph {
  const walked = walk(trees)
  const { edges, problems } = edgesOf(walked)
  const graph = orderedGraph(walked.items, edges)
  return {
    ...graph,
    items: walked.items,
    leftOut: heldUp(walked.items, graph),
    workspaceCount: walked.workspaceCount,
    repositoryCount: Object.values(trees).filter(({ children }) => children?.length).length,
    problems: [...walked.problems, ...problems, ...graph.problems],
  }
}

interface Walked {
  readonly items: readonly GraphItem[]
  /** The item below each one; null: it stands on something complete. */
  readonly parents: readonly (number | null)[]
  readonly dependsOn: readonly (readonly string[])[]
  /** By `repository:branch` and by workspace id; null: complete. */
  readonly numberOf: ReadonlyMap<string, number | null>
  readonly workspaceCount: number
  readonly problems: readonly string[]
}

interface Visit {
  readonly repository: string
  readonly node: RequestedNode
  readonly parentBranch: string
  readonly parent: number | null
}

/** Without recursion: stacks from outside may be deeper than the call stack. */
function walk(trees: Trees): Walked {
  const items: GraphItem[] = []
  const parents: (number | null)[] = []
  const dependsOn: (readonly string[])[] = []
  const numberOf = new Map<string, number | null>()
  const doubles: string[] = []
  let workspaceCount = 0
  const left: Visit[] = []
  const visitLater = (children: readonly RequestedNode[], of: Omit<Visit, 'node'>): void => {
    for (const node of children.toReversed()) left.push({ ...of, node })
  }
  for (const [repository, root] of Object.entries(trees).toReversed()) {
    numberOf.set(orbId(repository, root.branch), null)
    const of = { repository, parentBranch: root.branch, parent: null }
    visitLater(root.children ?? [], of)
  }
  for (let visit = left.pop(); visit !== undefined; visit = left.pop()) {
    const { repository, node, parentBranch, parent } = visit
    const item = itemOf(repository, node, parentBranch)
    if (numberOf.has(item.place)) {
      doubles.push(item.place)
      const first = numberOf.get(item.place) ?? null
      visitLater(node.children ?? [], { repository, parentBranch: node.branch, parent: first })
      continue
    }
    if (node.workspace_id) workspaceCount++
    const id = numberOf.has(item.id) ? item.place : item.id
    const number = node.status === 'merged' ? null : items.push({ ...item, id }) - 1
    numberOf.set(item.place, number)
    numberOf.set(id, number)
    if (number !== null) {
      parents.push(parent)
      dependsOn.push(node.depends_on ?? [])
    }
    visitLater(node.children ?? [], { repository, parentBranch: node.branch, parent: number })
  }
  return {
    items,
    parents,
    dependsOn,
    numberOf,
    workspaceCount,
    problems: sayDoubles(doubles),
  }
}

const itemOf = (repository: string, node: RequestedNode, parentBranch: string): GraphItem => {
  const place = orbId(repository, node.branch)
  return {
    id: node.workspace_id || place,
    place,
    repository,
    name: node.name || node.branch,
    branch: node.branch,
    parentBranch,
    pr: node.pr_number ?? null,
    ci: node.ci_status ?? '',
    isGhost: !node.workspace_id,
    blockers: node.blockers ?? [],
    isStuck: node.status === 'stuck',
  }
}

/** A branch below itself would be a cycle, so what is listed a second time is not followed. */
function sayDoubles(doubles: readonly string[]): readonly string[] {
  const [first] = doubles
  if (first === undefined) return []
  const others = doubles.length === 1 ? '' : ` and ${sayCount(doubles.length - 1, 'other')}`
  return [`${first}${others} occurs more than once in the trees; only the first place counts`]
}

function edgesOf({ items, parents, dependsOn, numberOf }: Walked): {
  readonly edges: readonly Edge[]
  readonly problems: readonly string[]
} {
  const edges: Edge[] = parents.flatMap((parent, i) =>
    parent === null ? [] : [[parent, i, false]],
  )
  const problems: string[] = []
  dependsOn.forEach((names, i) => {
    for (const name of new Set(names)) {
      const before = numberOf.get(name)
      if (before === undefined)
        problems.push(`${items[i]!.place} depends on ${name}, which is not in the trees`)
      else if (before === i) problems.push(`${name} is declared to depend on itself`)
      else if (before !== null && before !== parents[i]) edges.push([before, i, true])
    }
  })
  return { edges, problems }
}
