/** The workspaces that the tasks of the task file will get, before the first run of a repository. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { plannedRun } from '../../core/plan/plan-changes.ts'
import type { Run } from '../../core/run/run.ts'
import type { FoundWorkspace } from '../../core/workspace/found.ts'
import { workspacesOfRun, type OwnWorkspaces } from '../../core/workspace/own-workspaces.ts'
import { Complaint } from '../console/complain.ts'
import { lookAtPlanOnly } from '../plan/load-plan.ts'
import type { Workspace } from '../place/workspace.ts'
import { USUAL_FILE } from '../serve/repository/served-plan.ts'

type ToCome = Omit<OwnWorkspaces, 'begun' | 'done' | 'pulls'>

interface PlannedSight {
  readonly now: number
  readonly branchPrefix: string
}

/** Reads the file only when it has changed. One that is missing or wrong has no tasks here; other commands say what is wrong. */
export function openPlannedWorkspaces(workspace: Workspace, project: string) {
  let last: { readonly version: string; readonly run: Run | null } | null = null
  return async (sight: PlannedSight): Promise<ToCome> => {
    const version = versionOf(join(workspace.root, USUAL_FILE))
    if (version === null) return NOTHING
    if (last?.version !== version) last = { version, run: await readRun(workspace) }
    return last.run === null ? NOTHING : planned(last.run, { ...sight, project })
  }
}

const NOTHING: ToCome = { planned: [], leftOut: 0 }

function versionOf(file: string): string | null {
  const state = statSync(file, { throwIfNoEntry: false })
  return state === undefined ? null : `${state.mtimeMs} ${state.size}`
}

async function readRun(workspace: Workspace): Promise<Run | null> {
  try {
    const at = { ...workspace, folder: workspace.root }
    const { plan, settings } = await lookAtPlanOnly({ file: USUAL_FILE }, at, [])
    return plannedRun(plan, settings)
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return null
  }
}

function planned(run: Run, sight: PlannedSight & { readonly project: string }): ToCome {
  const { planned, leftOut } = workspacesOfRun(run, { ...sight, isConducted: false })
  return { planned: planned.map(asNotStarted), leftOut }
}

/** Nothing has happened to it yet, so there is no time and no session to tell of. */
const asNotStarted = (found: FoundWorkspace): FoundWorkspace => ({
  ...found,
  lastActiveAt: null,
  session: null,
  standing: { status: 'idle', says: `not started: it is in ${USUAL_FILE}` },
})
