/** The requests for a new task and for templates of tasks. */
import type {
  AddedTask,
  TaskOptions,
  TaskPreview,
  TaskWish,
} from '../../../../src/server/served/served-new-task.ts'
import { request } from './request.ts'

export type {
  AddedTask,
  TaskOptions,
  TaskPlace,
  TaskPreview,
  TaskTemplate,
} from '../../../../src/server/served/served-new-task.ts'

export type NewTask = Pick<TaskWish, 'task'> & { readonly to: 'run' | 'file' }

export const readTaskOptions = (): Promise<TaskOptions> => request('GET', '/api/tasks/options')

export const previewTask = (task: NewTask, signal: AbortSignal): Promise<TaskPreview> =>
  request('POST', '/api/tasks/preview', task, signal)

/** base: of the preview that the user has seen. */
export const addTask = (task: NewTask, base: string | null): Promise<AddedTask> =>
  request('POST', '/api/tasks', { ...task, ...(base === null ? {} : { base }) })

export const saveTemplate = (name: string, task: NewTask['task']): Promise<{ file: string }> =>
  request('POST', '/api/templates', { name, task })
