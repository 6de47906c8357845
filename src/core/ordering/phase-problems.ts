/** The rules of phases; they hold for orderings of ours, of a model and of a user. */
import type { Phases } from './make-phases.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

/** What is wrong with phases, in sentences for people. */
export function phaseProblems(
  graph: WorkspaceGraph,
  phases: Phases,
  limit: number,
): readonly string[] {
  const { items, leftOut } = graph
  const phaseOf = new Map<number, number>()
  const problems: string[] = []
  phases.forEach((phase, number) => {
    if (phase.length > limit)
      problems.push(
        `phase ${number + 1} has ${phase.length} workspaces; at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed`,
      )
    for (const i of phase) {
      if (phaseOf.has(i)) problems.push(`${items[i]!.place} is in two phases`)
      phaseOf.set(i, number)
    }
  })
  const before = workspacesBefore(graph)
  items.forEach(({ place, isGhost }, i) => {
    if (isGhost || leftOut.has(i)) {
      if (phaseOf.has(i)) problems.push(`${place} cannot be in a phase`)
      return
    }
    const own = phaseOf.get(i)
    if (own === undefined) return void problems.push(`${place} is in no phase`)
    for (const parent of before[i]!)
      if ((phaseOf.get(parent) ?? -1) >= own)
        problems.push(`${place} is not after ${items[parent]!.place}, which it waits for`)
  })
  return problems
}

/** The workspaces that each item waits for, through ghosts, too. */
export function workspacesBefore({
  items,
  before,
  order,
}: WorkspaceGraph): readonly (readonly number[])[] {
  const reached: (readonly number[])[] = items.map(() => [])
  for (const i of order)
    reached[i] = before[i]!.flatMap((one) => (items[one]!.isGhost ? reached[one]! : [one]))
  return reached
}
