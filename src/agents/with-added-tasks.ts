/** While any agent works, its task may add tasks by writing lines into a file; this wrapper reads that file. */
import type { Agent, Assignment, Hear } from '../conduct/ports.ts'
import { attemptFolder } from '../core/value/home-paths.ts'
import type { TaskId } from '../core/value/ids.ts'

export interface AddedTasks {
  /** The `.conductor` folder, absolute. */
  readonly home: string
  /**
   * Called whenever the folder of an attempt may hold new lines. isOver: the attempt has ended and writes no
   * more lines.
   */
  readonly onAddedLines: (by: TaskId, folder: string, isOver: boolean) => Promise<void>
}

const LOOK_EVERY = 500

export function withAddedTasks(agent: Agent, { home, onAddedLines }: AddedTasks): Agent {
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
