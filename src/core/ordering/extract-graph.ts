/** The simple graph of repositories and workspaces that a model is shown, and that tells trees apart. */
import type { Trees, WorkspaceGraph } from './workspace-graph.ts'

export interface ExtractedGraph {
  readonly repos: readonly ExtractedRepository[]
}

interface ExtractedRepository {
  readonly name: string
  readonly default_branch: string
  readonly workspaces: readonly ExtractedWorkspace[]
}

interface ExtractedWorkspace {
  readonly id: string
  readonly name: string
  readonly branch: string
  readonly parent_branch: string
  readonly pr_number: number | null
  readonly ci_status: string
  /** Only where a user has declared some. */
  readonly depends_on?: readonly string[]
}

/** What is merged or held up from outside is in no phase, so it is not listed. */
export function extractGraph(trees: Trees, graph: WorkspaceGraph): ExtractedGraph {
  const byRepository = Map.groupBy(graph.items.keys(), (i) => graph.items[i]!.repository)
  return {
    repos: Object.entries(trees).map(([name, root]) => ({
      name,
      default_branch: root.branch,
      workspaces: (byRepository.get(name) ?? [])
        .filter((i) => !graph.items[i]!.isGhost && !graph.leftOut.has(i))
        .map((i) => extractWorkspace(graph, i)),
    })),
  }
}

function extractWorkspace({ items, before }: WorkspaceGraph, i: number): ExtractedWorkspace {
  const { id, name, branch, repository, parentBranch, pr, ci } = items[i]!
  const declared = before[i]!.map((one) => items[one]!).filter(
    (one) => one.repository !== repository || one.branch !== parentBranch,
  )
  return {
    id,
    name,
    branch,
    parent_branch: parentBranch,
    pr_number: pr,
    ci_status: ci || 'unknown',
    ...(declared.length === 0 ? {} : { depends_on: declared.map((one) => one.id) }),
  }
}

/** What a suggestion depends on besides the graph. */
export interface AskedFor {
  readonly preference: string | null
  readonly maxParallel: number | null
  readonly count: number
  readonly model: string | null
}

/**
 * The same text for the same meaningful graph and request: no times, no sessions, and keys in order. Its hash is the
 * `tree_hash` of an answer.
 */
export const meaningfulText = (graph: WorkspaceGraph, asked: AskedFor): string =>
  JSON.stringify({
    count: asked.count,
    max_parallel: asked.maxParallel,
    model: asked.model,
    preference: asked.preference,
    workspace_count: graph.workspaceCount,
    workspaces: meaningfulItems(graph),
  })

/** Changes exactly when orderings may change: the page compares it to mark suggestions as stale. */
export const graphText = (graph: WorkspaceGraph): string =>
  JSON.stringify([graph.workspaceCount, meaningfulItems(graph)])

/** Sorted, because sources may list the same workspaces in another order. */
const meaningfulItems = ({ items, before }: WorkspaceGraph) =>
  items
    .map(({ id, place, pr, ci, blockers }, i) => ({
      blockers,
      ci,
      id,
      place,
      pr,
      waits_for: before[i]!.map((one) => items[one]!.place).toSorted(),
    }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
