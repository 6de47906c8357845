/** What is found in requirements, and what the number of tasks means for the number of agents. */
import { sayCount } from '../say/say-count.ts'
import { complexityOf, type Analysis } from './plan-draft.ts'

/** More tasks than agents are fine: they queue. More agents than tasks have nothing to do. */
export const workersFor = (taskCount: number, agents: number): number =>
  Math.max(1, Math.min(taskCount, agents))

/** The check against the budget of agents before anything starts. */
export function sayWorkers(taskCount: number, agents: number): string {
  const workers = workersFor(taskCount, agents)
  const tasks = sayCount(taskCount, 'task')
  if (taskCount > agents)
    return `${tasks} for ${sayCount(agents, 'agent')}: the others wait their turn.`
  return agents > taskCount
    ? `${tasks} ${taskCount === 1 ? 'needs' : 'need'} at most ${sayCount(workers, 'agent')} of ${agents}.`
    : `${tasks} for ${sayCount(workers, 'agent')}.`
}

/** The count and its label always agree with the tasks. */
export const withTaskCount = (analysis: Analysis, taskCount: number): Analysis => ({
  ...analysis,
  taskCount,
  complexity: complexityOf(taskCount),
})
