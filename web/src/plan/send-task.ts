/** One more task for a run, in the form of the task file. */
import type { RunId, TaskId } from '../../../src/core/ids.ts'
import type { ApiError } from '../../../src/server/api-error.ts'
import { linesOf } from './task-form.ts'

/** As it is typed. */
export interface NewTask {
  readonly id: string
  readonly name: string
  readonly work: 'prompt' | 'run'
  readonly text: string
  readonly dependencies: readonly TaskId[]
  readonly priority: number
  readonly estimate: string
  readonly files: string
}

/** Why not, in words; null: it is in the run. */
export async function sendTask(run: RunId, task: NewTask): Promise<string | null> {
  const response = await fetch(`/api/runs/${run}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tasks: [taskFileForm(task)] }),
  })
  return response.ok ? null : ((await response.json()) as ApiError).message
}

/** What is left empty is not said. */
export const taskFileForm = ({ id, name, work, text, ...task }: NewTask): object => ({
  id,
  [work]: text,
  ...(name.trim() === '' ? {} : { name: name.trim() }),
  ...(task.dependencies.length === 0 ? {} : { dependencies: task.dependencies }),
  ...(task.priority === 3 ? {} : { priority: task.priority }),
  ...(task.estimate.trim() === '' ? {} : { estimate: task.estimate.trim() }),
  ...(linesOf(task.files).length === 0 ? {} : { files: linesOf(task.files) }),
})
