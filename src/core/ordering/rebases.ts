/** How often branches must be brought up to date with their repository before they can be merged, in a given order. */
import type { Phases } from './make-phases.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

/**
 * A branch needs no rebase when the last merge into its repository was its parent, or when there was no merge yet.
 * The workspaces of one phase begin together: each merge among them makes one more rebase for those of the same
 * repository that are merged after it, done once, just before its own merge.
 */
export function expectedRebases({ items, before }: WorkspaceGraph, phases: Phases): number {
  const lastMerged = new Map<string, number>()
  let rebases = 0
  for (const phase of phases)
    for (const group of Map.groupBy(phase, (i) => items[i]!.repository).values()) {
      const { repository } = items[group[0]!]!
      const last = lastMerged.get(repository)
      if (last !== undefined) rebases += group.filter((i) => !before[i]!.includes(last)).length
      rebases += group.length - 1
      lastMerged.set(repository, group.at(-1)!)
    }
  return rebases
}
