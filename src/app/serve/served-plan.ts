/** The task file as the web server shows it: what a run of it would be, or all that is wrong with it. */
import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { withEstimates } from '../../core/plan/plan.ts'
import type { ReadPlan } from '../../server/served-repository.ts'
import { Complaint } from '../console/complain.ts'
import { isInside } from '../place/is-inside.ts'
import { knownSeconds } from '../plan/known-seconds.ts'
import { lookAtPlan } from '../plan/load-plan.ts'
import { ProblemList } from '../console/problem-list.ts'
import type { Workspace } from '../place/workspace.ts'

/** What people call it who name none. */
export const USUAL_FILE = 'tasks.yaml'

/** null: none was named, and the usual one is not there. */
export async function readServedPlan(
  named: string | null,
  workspace: Workspace,
): Promise<ReadPlan | null> {
  const file = normalize(named ?? USUAL_FILE)
  if (named === null && !existsSync(join(workspace.root, file))) return null
  try {
    mustBeInside(file, workspace)
    const at = { ...workspace, folder: workspace.root }
    const { plan: said, settings, warnings } = await lookAtPlan({ file }, at, [])
    const plan = withEstimates(said, knownSeconds(said, workspace))
    return { ok: true, file, plan, settings, warnings }
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return { ok: false, file, problems: problemsOf(error, file) }
  }
}

/** Whoever asks from a browser is shown nothing of the machine but this repository. */
export function mustBeInside(file: string, { root }: Workspace): void {
  if (isInside(root, file)) return
  throw new Complaint('this file is not in the repository', 'copy it there, or start it by hand')
}

function problemsOf(error: Complaint, place: string) {
  const { message, hint } = error
  return error instanceof ProblemList ? error.problems : [{ place, message, hint }]
}
