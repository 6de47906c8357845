/** New tasks for the web server: only for files inside the repository, and every refusal as the API tells it. */
import { notNow, Refused } from '../../../server/http/api-error.ts'
import type { ServedNewTask, TaskWish } from '../../../server/served/served-new-task.ts'
import { Complaint } from '../../console/complain.ts'
import { addTask, previewTask, TaskRefused } from '../../new-task/new-task.ts'
import { taskOptions } from '../../new-task/task-options.ts'
import { saveTemplate, templatesOf } from '../../new-task/templates.ts'
import type { Workspace } from '../../place/workspace.ts'
import { mustBeInside } from './served-plan.ts'

export function serveNewTask(workspace: Workspace): ServedNewTask {
  const here = { ...workspace, folder: workspace.root }
  const checked = <Result>(wish: TaskWish, work: () => Promise<Result>): Promise<Result> =>
    refusing(() => {
      if (wish.file !== null) mustBeInside(wish.file, workspace)
      return work()
    })
  return {
    options: () => refusing(() => taskOptions(here)),
    preview: (wish) => checked(wish, () => previewTask(wish, here)),
    add: (wish) => checked(wish, () => addTask(wish, here)),
    templates: () => refusing(async () => templatesOf(workspace)),
    saveTemplate: (name, task) => refusing(async () => saveTemplate(name, task, workspace)),
  }
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Complaint)) return error
  const { message, hint } = error
  if (!(error instanceof TaskRefused)) return notNow('refused', message, hint)
  if (error.why === 'changed') return notNow('file_changed', message, hint)
  if (error.why === 'no-run') return notNow('no_open_run', message, hint)
  return new Refused(422, { error: 'bad_task', message, hint, problems: error.problems })
}
