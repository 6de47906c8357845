/** Tasks that may get in each other's way: they predict the same file or folder, and no order keeps them apart. */
import { allAfter, type PlanGraph } from '../../../../src/core/plan/graph.ts'
import type { Plan } from '../../../../src/core/plan/plan.ts'
import { predictedConflicts } from '../../../../src/core/schedule/predicted-conflicts.ts'

export interface PredictedCollision {
  /** Places in the plan. */
  readonly tasks: readonly [number, number]
  readonly files: readonly string[]
  /** file: they do not work at once. folder: they may, and it is only worth knowing. */
  readonly over: 'file' | 'folder'
}

export function collisionsIn(plan: Plan, graph: PlanGraph): readonly PredictedCollision[] {
  const behind = new Map<number, ReadonlySet<number>>()
  const comesAfter = (task: number, other: number): boolean => {
    if (!behind.has(task)) behind.set(task, new Set(allAfter(graph, task)))
    return behind.get(task)!.has(other)
  }
  return predictedConflicts(plan)
    .map(({ task_ids: [a, b], predicted_files: files, conflict_type }): PredictedCollision => ({
      tasks: [graph.indexOf.get(a)!, graph.indexOf.get(b)!],
      files,
      over: conflict_type === 'same_file' ? 'file' : 'folder',
    }))
    .filter(({ tasks: [a, b] }) => !comesAfter(a, b) && !comesAfter(b, a))
}

export const collisionsOf = (
  collisions: readonly PredictedCollision[],
  task: number,
): readonly PredictedCollision[] => collisions.filter(({ tasks }) => tasks.includes(task))
