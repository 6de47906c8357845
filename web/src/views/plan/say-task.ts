/** All that the graph shows of a task, in words, for screen readers. */
import { stateAt, taskAt } from '../../../../src/core/run/run.ts'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { wordFor, type StandingWord } from '../../../../src/core/report/task-standing.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { sightOf } from '../../data/live/shown-run.tsx'
import type { PredictedCollision } from './predicted-collisions.ts'
import type { ShownPlan } from './use-plan.ts'

export function sayTask(shown: ShownPlan, task: number): string {
  const { graph, chain, changed } = shown
  const { id, name, priority, estimate, dependencies } = taskAt(shown, task)
  return [
    `${name === id ? id : `${id}, ${name}`}: ${wordIn(shown, task)}`,
    `batch ${graph.batch[task]! + 1}, priority ${priority}, ${formatDuration(estimate.seconds)}`,
    ...(dependencies.length > 0 ? [`after ${firstFew(dependencies)}`] : []),
    ...(chain.has(task) ? ['on the longest chain'] : []),
    ...(changed.has(task) ? ['changed, not applied yet'] : []),
  ].join('; ')
}

export const wordIn = ({ run, shown }: ShownPlan, task: number): StandingWord =>
  wordFor(stateAt(run, task), sightOf(shown, 0).isConducted)

/** A collision as seen from one of its two tasks. */
export function sayCollision(
  shown: ShownPlan,
  { tasks, files, over }: PredictedCollision,
  of: number,
): string {
  const other = taskAt(shown, tasks[0] === of ? tasks[1] : tasks[0]).id
  return over === 'file'
    ? `takes turns with ${other}: both change ${firstFew(files)}`
    : `is close to ${other}: both work beside ${firstFew(files)}`
}
