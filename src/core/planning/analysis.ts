/** What is found in requirements, and what the number of tasks means for the number of agents. */
import { sayCount } from '../say/say-count.ts'
import { complexityOf, type Analysis } from './plan-draft.ts'

/** More tasks than agents are fine: they queue. More agents than tasks have nothing to do. */
export const workersFor = (taskCount: number, agents: number): number =>
  Math.max(1, Math.min(taskCount, agents))

/** The check against the budget of agents before anything starts. */
export function sayWorkers(taskCount: number, agents: number): string {
  const tasks = sayCount(taskCount, 'task')
  if (taskCount > agents)
    return `${tasks} for ${sayCount(agents, 'agent')}: some tasks wait until an agent is free.`
  const enough = agents > taskCount ? ', so more agents would have nothing to do' : ''
  return `${tasks} for ${sayCount(workersFor(taskCount, agents), 'agent')}${enough}.`
}

/** The count and its label always agree with the tasks. */
export const withTaskCount = (analysis: Analysis, taskCount: number): Analysis => ({
  ...analysis,
  taskCount,
  complexity: complexityOf(taskCount),
})
