/** What a new task can be made of here, and where it can go. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../../core/plan/plan.ts'
import { readPlanFile } from '../../plan-file/parse-plan-file.ts'
import type { TaskOptions, TaskPlace } from '../../server/served/served-new-task.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { lookAtRun } from '../look/read-runs.ts'
import type { Workspace } from '../place/workspace.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { USUAL_FILE } from '../serve/repository/served-plan.ts'
import { unfinishedRun } from './add-to-run.ts'
import { templatesOf } from './templates.ts'

export async function taskOptions(workspace: Workspace): Promise<TaskOptions> {
  const { config } = await loadConfig(workspace)
  const places = [...runPlace(workspace), await filePlace(workspace)]
  const templates = templatesOf(workspace)
  return { agents: Object.keys(config.agents), agent: config.agent, places, templates }
}

function runPlace(workspace: Workspace): readonly TaskPlace[] {
  const conducted = findCoordinator(workspace.home)?.run
  const run = conducted === undefined ? unfinishedRun(workspace) : lookAtRun(workspace, conducted)
  if (run === null) return []
  const is_conducted = conducted !== undefined
  return [{ to: 'run', run: run.id, file: null, is_conducted, tasks: namesIn(run.plan) }]
}

/** A file that cannot be read offers no tasks; what is wrong with it is told when the task is added. */
async function filePlace({ root }: Workspace): Promise<TaskPlace> {
  const path = join(root, USUAL_FILE)
  const read = existsSync(path) ? await readPlanFile(path) : null
  const tasks = read?.ok === true ? namesIn(read.plan) : []
  return { to: 'file', run: null, file: USUAL_FILE, is_conducted: false, tasks }
}

const namesIn = ({ tasks }: Plan): TaskPlace['tasks'] => tasks.map(({ id, name }) => ({ id, name }))
