/** What to type when something was asked that needs a run that goes on. */
import type { Run } from '../core/run.ts'
import { isLost } from '../core/task-state.ts'
import { Complaint } from './complain.ts'
import { lookAtRun } from './open-runs.ts'
import type { Workspace } from './workspace.ts'

export function afterOver({ states }: Run): string {
  const start = 'start a new run with `conductor run <file>`'
  return states.some(({ is }) => isLost(is))
    ? `bring a task back with \`conductor retry <task>\`, or ${start}`
    : start
}

/** By the newest run; before the first there is only one thing to do. */
export function whereNobodyConducts(workspace: Workspace): string {
  const run = newestOrNull(workspace)
  if (run === null) return 'start one with `conductor run <file>`'
  return run.ended === null
    ? 'go on with `conductor resume`, or start one with `conductor run <file>`'
    : afterOver(run)
}

function newestOrNull(workspace: Workspace): Run | null {
  try {
    return lookAtRun(workspace)
  } catch (error) {
    if (error instanceof Complaint) return null
    throw error
  }
}
