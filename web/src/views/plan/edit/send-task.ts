/** Adds a task to a run; the API takes it in the form of the task file. */
import type { RunId, TaskId } from '../../../../../src/core/value/ids.ts'
import type { Priority } from '../../../../../src/core/plan/plan.ts'
import { answer, api, Refused } from '../../../data/api/client.ts'
import { linesOf } from './task-form.ts'

/** A task as the user types it. */
export interface NewTask {
  readonly id: string
  readonly name: string
  readonly work: 'prompt' | 'run'
  readonly text: string
  readonly dependencies: readonly TaskId[]
  readonly priority: Priority
  readonly estimate: string
  readonly files: string
}

/** Returns why the task was refused; null: it is in the run now. */
export async function sendTask(run: RunId, task: NewTask): Promise<string | null> {
  const { $post: post } = api.api.runs[':run'].tasks
  try {
    await answer(post({ param: { run }, json: { tasks: [taskFileForm(task)] } }))
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

/** Leaves out empty fields. */
const taskFileForm = ({ id, name, work, text, ...task }: NewTask) => ({
  id,
  [work]: text,
  ...(name.trim() === '' ? {} : { name: name.trim() }),
  ...(task.dependencies.length === 0 ? {} : { dependencies: task.dependencies }),
  ...(task.priority === 3 ? {} : { priority: task.priority }),
  ...(task.estimate.trim() === '' ? {} : { estimate: task.estimate.trim() }),
  ...(linesOf(task.files).length === 0 ? {} : { files: linesOf(task.files) }),
})
