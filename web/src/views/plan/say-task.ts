/** Everything the graph shows of a task, for those who listen. */
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { STATE_WORDS } from '../../parts/state-mark.tsx'
import type { PredictedCollision } from './predicted-collisions.ts'
import type { ShownPlan } from './use-plan.ts'

export function sayTask(shown: ShownPlan, task: number): string {
  const { plan, graph, run, chain, changed } = shown
  const { id, name, priority, estimate, dependencies } = plan.tasks[task]!
  return [
    `${name === id ? id : `${id}, ${name}`}: ${STATE_WORDS[run.states[task]!.is].toLowerCase()}`,
    `batch ${graph.batch[task]! + 1}, priority ${priority}, ${formatDuration(estimate.seconds)}`,
    ...(dependencies.length > 0 ? [`after ${firstFew(dependencies)}`] : []),
    ...(chain.has(task) ? ['on the longest chain'] : []),
    ...(changed.has(task) ? ['changed, not applied yet'] : []),
  ].join('; ')
}

/** From one of the two. */
export function sayCollision(
  { plan }: ShownPlan,
  { tasks, files, over }: PredictedCollision,
  of: number,
): string {
  const other = plan.tasks[tasks[0] === of ? tasks[1] : tasks[0]]!.id
  return over === 'file'
    ? `takes turns with ${other}: both change ${firstFew(files)}`
    : `is close to ${other}: both work beside ${firstFew(files)}`
}
