/** A batch in words: how much work is in it, and whether its tasks can run in parallel. */
import { taskAt } from '../../../../src/core/run/run.ts'
import { formatEstimate } from '../../../../src/core/value/duration.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { Plan } from '../../../../src/core/plan/plan.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import type { ShownPlan } from './use-plan.ts'

/** Whether the tasks of a batch run in parallel; tasks that change the same file take turns. */
export type Parallel =
  | { readonly is: 'one task' | 'one agent' | 'all' }
  | {
      readonly is: 'some' | 'none'
      readonly taking: readonly TaskId[]
      readonly files: readonly string[]
    }

export function parallelOf(
  {
    plan,
    batches,
    collisions,
    graph,
  }: Pick<ShownPlan, 'plan' | 'batches' | 'collisions' | 'graph'>,
  batch: number,
  agents: number,
): Parallel {
  const { length } = batches[batch]!
  if (length === 1) return { is: 'one task' }
  if (agents === 1) return { is: 'one agent' }
  const within = collisions.filter(
    ({ over, tasks }) => over === 'file' && tasks.every((task) => graph.batch[task] === batch),
  )
  const turns = [...new Set(within.flatMap(({ tasks }) => tasks))]
  if (turns.length === 0) return { is: 'all' }
  return {
    is: turns.length === length ? 'none' : 'some',
    taking: turns.map((task) => taskAt({ plan }, task).id),
    files: [...new Set(within.flatMap(({ files }) => files))],
  }
}

export function sayParallel(parallel: Parallel): string {
  switch (parallel.is) {
    case 'one task':
    case 'one agent':
      return SHORTLY[parallel.is]
    case 'all':
      return 'can run in parallel'
    case 'some':
      return `can run in parallel, but ${firstFew(parallel.taking)} take turns: ${firstFew(parallel.files)}`
    case 'none':
      return `take turns: ${firstFew(parallel.files)}`
  }
}

/** The short form, where there is little room. */
export const SHORTLY: Readonly<Record<Parallel['is'], string>> = {
  'one task': 'one task',
  'one agent': 'one after another',
  all: 'in parallel',
  some: 'some take turns',
  none: 'take turns',
}

export const sayBatchSize = (plan: Plan, tasks: readonly number[]): string => {
  const seconds = tasks.reduce((sum, task) => sum + taskAt({ plan }, task).estimate.seconds, 0)
  return `${sayCount(tasks.length, 'task')}, ${formatEstimate(seconds)} of work`
}
