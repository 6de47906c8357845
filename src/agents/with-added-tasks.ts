/** While its agent works a task may add tasks by a file: it is read here for drivers that do not look at it themselves. */
import type { Agent, Assignment, Hear } from '../conduct/ports.ts'
import { attemptFolder } from './attempt-folder.ts'
import type { CommandAgentOptions } from './command-agent.ts'

const LOOK_EVERY = 500

export function withAddedTasks(
  agent: Agent,
  { home, onAddedLines }: Pick<CommandAgentOptions, 'home' | 'onAddedLines'>,
): Agent {
  return {
    ...agent,
    async attempt(assignment, signal, hear) {
      const timer = setInterval(() => void read(assignment, hear, false), LOOK_EVERY).unref()
      try {
        return await agent.attempt(assignment, signal, hear)
      } finally {
        clearInterval(timer)
        await read(assignment, hear, true)
      }
    },
  }

  async function read(assignment: Assignment, hear: Hear, isOver: boolean): Promise<void> {
    const { task } = assignment
    try {
      await onAddedLines(task.id, attemptFolder(home, { ...assignment, task: task.id }), isOver)
    } catch (error) {
      const note = `the tasks it adds cannot be read: ${String(error)}`
      hear({ is: 'progress', status: 'working', note })
    }
  }
}
