/** Pairs of tasks that may collide: they predict the same file or folder, and neither depends on the other. */
import { allAfter, type PlanGraph } from '../../../../src/core/plan/graph.ts'
import type { Plan } from '../../../../src/core/plan/plan.ts'
import {
  predictedConflicts,
  type PredictedConflict,
} from '../../../../src/core/schedule/predicted-conflicts.ts'

export interface PredictedCollision {
  /** Indexes in the plan. */
  readonly tasks: readonly [number, number]
  readonly files: readonly string[]
  /** file: the two do not work at the same time. folder: they may; the user is only told. */
  readonly over: 'file' | 'folder'
  /** The probability that both tasks change a common file. */
  readonly probability: number
  readonly verdict: PredictedConflict['verdict']
  /** A person has decided about the two. */
  readonly isDecided: boolean
}

export function collisionsIn(plan: Plan, graph: PlanGraph): readonly PredictedCollision[] {
  const dependents = new Map<number, ReadonlySet<number>>()
  const comesAfter = (task: number, other: number): boolean => {
    if (!dependents.has(task)) dependents.set(task, new Set(allAfter(graph, task)))
    return dependents.get(task)!.has(other)
  }
  return predictedConflicts(plan, graph)
    .conflicts.map(({ task_ids: [a, b], predicted_files: files, ...found }) => ({
      tasks: [graph.indexOf.get(a)!, graph.indexOf.get(b)!] as const,
      files,
      over: found.verdict === 'apart' ? ('file' as const) : ('folder' as const),
      probability: found.probability,
      verdict: found.verdict,
      isDecided: found.why.includes('user'),
    }))
    .filter(({ tasks: [a, b] }) => !comesAfter(a, b) && !comesAfter(b, a))
}

export const collisionsOf = (
  collisions: readonly PredictedCollision[],
  task: number,
): readonly PredictedCollision[] => collisions.filter(({ tasks }) => tasks.includes(task))
