/** The task file as the web server shows it: the run it would be, or everything that is wrong with it. */
import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { withThreshold } from '../../../core/schedule/choose-threshold.ts'
import { withEstimates } from '../../../core/durations/estimate-tasks.ts'
import type { ReadPlan } from '../../../server/served/served-plans.ts'
import { Complaint } from '../../console/complain.ts'
import { isInside } from '../../place/is-inside.ts'
import { knowledgeFor } from '../../plan/measured-durations.ts'
import { lookAtPlanOnly } from '../../plan/load-plan.ts'
import { ProblemList } from '../../console/problem-list.ts'
import type { Workspace } from '../../place/workspace.ts'
import type { ServedForesight } from './served-foresight.ts'

/** The task file when the user names none. */
export const USUAL_FILE = 'tasks.yaml'

/** null: no file was named, and the usual one does not exist. */
export async function readServedPlan(
  named: string | null,
  workspace: Workspace,
  foresight: ServedForesight,
): Promise<ReadPlan | null> {
  const file = normalize(named ?? USUAL_FILE)
  if (named === null && !existsSync(join(workspace.root, file))) return null
  try {
    mustBeInside(file, workspace)
    const at = { ...workspace, folder: workspace.root }
    const {
      plan: written,
      config,
      settings: asked,
      warnings,
    } = await lookAtPlanOnly({ file }, at, [])
    const { plan: foreseen, note } = config.collisions.foresee
      ? await foresight.foresee(written)
      : { plan: written, note: null }
    const knowledge = knowledgeFor(foreseen, workspace)
    const plan = withEstimates(foreseen, knowledge)
    const settings = withThreshold(plan, asked, knowledge.conflicts)
    const notes = note === null ? warnings : [...warnings, note]
    return { ok: true, file, plan, settings, warnings: notes }
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return { ok: false, file, problems: problemsOf(error, file) }
  }
}

/** A client may see nothing of this machine but the repository. */
export function mustBeInside(file: string, { root }: Workspace): void {
  if (isInside(root, file)) return
  throw new Complaint('this file is not in the repository', 'copy it there, or start it by hand')
}

function problemsOf(error: Complaint, place: string) {
  const { message, hint } = error
  return error instanceof ProblemList ? error.problems : [{ place, message, hint }]
}
