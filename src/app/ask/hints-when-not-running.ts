/** What to type next when an ask needs a run that goes on. */
import { relative } from 'node:path'
import { conductorLine, shellWord } from '../../core/text/command-line.ts'
import { stateOf, type Run } from '../../core/run/run.ts'
import { firstLostBefore } from '../../core/ask/answer.ts'
import { isLost } from '../../core/run/task-state.ts'
import { Complaint } from '../console/complain.ts'
import { fileOf } from '../place/config-of-run.ts'
import { lookAtRun, newestUnfinished } from '../look/read-runs.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

/** folder: where the user types. An older unfinished run is easily forgotten, since nothing else names it. */
export function hintWhenOver(run: Run, folder: string): string {
  const older = newestUnfinished(findWorkspace(folder))
  const ways = waysAfter(run, folder)
  return older === null
    ? ways
    : `run ${older} is not finished: continue it with \`conductor resume ${older}\`; or ${ways}`
}

function waysAfter(run: Run, folder: string): string {
  if (run.planned?.failed)
    return 'plan again with --requirements, in other words or with another --backend'
  const file = fileOf(run)
  const named = file === null ? '<file>' : shellWord(relative(folder, file))
  const start = `start a new run with \`conductor run ${named}\``
  const lost = run.plan.tasks.find(({ id }) => isLost(stateOf(run, id).is))
  return lost === undefined
    ? start
    : `retry what did not land with \`${conductorLine('retry', firstLostBefore(run, lost.id) ?? lost.id)}\`, or ${start}`
}

/** Depends on the newest run; before the first run there is only one thing to do. */
export function hintWhenNotRunning(workspace: Workspace): string {
  const run = newestOrNull(workspace)
  if (run === null) return 'start one with `conductor run <file>`'
  return run.ended === null
    ? 'continue with `conductor resume`, or start one with `conductor run <file>`'
    : hintWhenOver(run, workspace.folder)
}

function newestOrNull(workspace: Workspace): Run | null {
  try {
    return lookAtRun(workspace)
  } catch (error) {
    if (error instanceof Complaint) return null
    throw error
  }
}
