/** conductor run --requirements or --issues: makes the plan of a run before the run begins; a plan that fails is a failed run. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { beginRun } from '../../conduct/recorder.ts'
import { makeTask } from '../../core/plan/plan.ts'
import { NOT_MEASURED, summarise } from '../../core/report/summary.ts'
import type { RunSettings } from '../../core/run/event.ts'
import { taskId, type RunId } from '../../core/value/ids.ts'
import { findCoordinator, takeCoordinatorLock } from '../../store/coordinator-lock.ts'
import { AlreadyConducted } from '../ask/reach-coordinator.ts'
import { Complaint, INTERRUPTED } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { interruptible } from '../console/interruptible.ts'
import { ProblemList, type SaidProblem } from '../console/problem-list.ts'
import { openStoreToRead, openStoreToWrite } from '../look/read-runs.ts'
import { writeSummary } from '../look/summary-file.ts'
import { mustHaveIssuesForge } from '../issues/open-issues-forge.ts'
import { planIssuesHere } from '../issues/plan-issues-here.ts'
import type { IssuesPicked } from '../issues/study-here.ts'
import { hearPrompts } from '../plan/agent-for-prompts.ts'
import { isolationFor } from '../plan/isolation.ts'
import { loadConfig, settingsFor } from '../plan/load-plan.ts'
import { planHere, type PlannedHere, type PlanOptions } from '../planning/plan-here.ts'
import { PlanningFailed } from '../planning/planning-failed.ts'
import { planningRequest } from '../planning/planning-request.ts'
import { sayPlanningProgress } from '../planning/say-planning-progress.ts'
import { systemClock } from '../place/system-clock.ts'
import { prepareWorkspace, type Workspace } from '../place/workspace.ts'
import { unfinishedRun } from './unfinished-run.ts'

export interface PlanFirst extends PlanOptions {
  readonly from: PlannedFrom
  /** Start a new run even if one of this file is not finished. */
  readonly isNew: boolean
}

type PlannedFrom =
  /** Text, a file, or - for standard input. */
  { readonly requirements: string } | { readonly issues: IssuesPicked }

export async function planFirst(
  wish: PlanFirst,
  workspace: Workspace,
  console: Console,
): Promise<void> {
  const settings = await refuseEarly(wish, workspace)
  try {
    const { text } = await makePlan(wish, workspace, console)
    console.say(`${text}\n`)
  } catch (error) {
    if (!(error instanceof PlanningFailed) || error.exitCode === INTERRUPTED) throw error
    const run = recordFailure(error, { wish, settings, workspace })
    throw run === null ? error : error.inRun(run)
  }
}

async function makePlan(
  wish: PlanFirst,
  workspace: Workspace,
  console: Console,
): Promise<PlannedHere> {
  const { from } = wish
  if ('issues' in from) return planIssuesHere(from.issues, wish, workspace, console)
  const asked = await planningRequest([from.requirements], workspace.folder)
  return interruptible((signal) =>
    planHere(asked, wish, workspace, { onProgress: sayPlanningProgress(console), signal }),
  )
}

/** Whatever would keep the run from beginning is refused before a model is asked, and paid. */
async function refuseEarly(wish: PlanFirst, workspace: Workspace): Promise<RunSettings> {
  const { home, folder } = workspace
  if (wish.out === '-')
    throw new Complaint(
      'a plan that is made first needs a file to be written to',
      'leave - out, or name a file: conductor run tasks.yaml --requirements spec.md',
    )
  const coordinator = findCoordinator(home)
  if (coordinator !== null) throw new AlreadyConducted(coordinator)
  if (!wish.isNew) refuseUnfinished(resolve(folder, wish.out), workspace)
  if ('issues' in wish.from) await mustHaveIssuesForge(workspace)
  const { config } = await loadConfig(workspace, wish.flags)
  const heard = await hearPrompts([ANY_PROMPT], config)
  if (!heard.ok)
    throw new ProblemList([heard.isUnchosen ? forWholePlan(heard.problem) : heard.problem])
  return settingsFor(config, await isolationFor(config, folder), folder)
}

/** The tasks have no names before the plan is made. */
const forWholePlan = (problem: SaidProblem): SaidProblem => ({
  ...problem,
  message: 'there is no agent for the tasks that would be planned',
})

const ANY_PROMPT = makeTask({ id: taskId('planned'), work: { is: 'prompt', text: '' } })

function refuseUnfinished(file: string, workspace: Workspace): void {
  if (!existsSync(workspace.database)) return
  const store = openStoreToRead(workspace)
  try {
    const run = unfinishedRun(store, file)
    if (run === null) return
    throw new Complaint(
      `run ${run.id} of this file is not finished, and planning again would change its file`,
      '--new plans again, starts a new run and leaves that one as it is; `conductor resume` continues it',
    )
  } finally {
    store.close()
  }
}

interface Failing {
  readonly wish: PlanFirst
  readonly settings: RunSettings
  readonly workspace: Workspace
}

/** null: another process has begun to conduct meanwhile, so the failure is only told. */
function recordFailure(
  { making }: PlanningFailed,
  { wish, settings, workspace }: Failing,
): RunId | null {
  prepareWorkspace(workspace)
  const lock = takeCoordinatorLock(workspace.home)
  if (lock === null) return null
  const store = openStoreToWrite(workspace)
  try {
    const request = {
      plan: { name: 'Not planned', groups: [], tasks: [] },
      settings,
      source: { file: resolve(workspace.folder, wish.out), digest: '' },
      planningSeconds: 0,
      planned: making,
    }
    const run = beginRun(request, store, systemClock, [{ type: 'run-ended', status: 'failed' }])
    writeSummary(workspace, run, summarise(run, NOT_MEASURED))
    return run.id
  } finally {
    store.close()
    lock.release()
  }
}
