/** conductor prompt: prints what the agent of a task would be told now, in a run or for a file that has no run yet. */
import { foldRun } from '../../core/run/apply-event.ts'
import { runId } from '../../core/value/ids.ts'
import { wordsOf } from '../../core/agent/prompt.ts'
import { materialFor, type Briefing } from '../../core/agent/prompt-material.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import { existsSync } from 'node:fs'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { loadConfig, lookAtPlan, type LoadedPlan } from './load-plan.ts'
import { lookAtRun, mustKnow } from '../look/read-runs.ts'
import { readBriefing } from './read-briefing.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

/** Where the task is: in a file that has no run yet, in a run, or in the newest run. */
export interface PromptOf {
  readonly file: string | undefined
  readonly run: string | undefined
}

export async function promptCommand(task: string, of: PromptOf, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  if (of.file !== undefined && of.run !== undefined)
    throw new Complaint(
      `${of.file} and --run ${of.run} cannot be used together`,
      'name a task file or a run',
    )
  const { run, briefing } =
    of.file === undefined ? await ofRun(workspace, of.run) : await ofFile(of.file, workspace)
  const id = mustKnow(run, task)
  const planned = taskOf(run, id)
  const material = materialFor(run, planned, { briefing, resolver: planned.agent })
  const { prompt, conversation } = wordsOf(material)
  if (prompt === null)
    throw new Complaint(
      `"${id}" is a command, so it has no prompt`,
      `see \`conductor explain ${id}\``,
    )
  console.answer(prompt.trimEnd(), { task: id, prompt, goes_on_with: conversation?.say ?? null })
  return 0
}

interface Looked {
  readonly run: Run
  readonly briefing: Briefing
}

async function ofFile(file: string, workspace: Workspace): Promise<Looked> {
  const loaded = await lookAtPlan({ file }, workspace, [])
  return { run: notBegun(loaded), briefing: loaded.briefing }
}

async function ofRun(workspace: Workspace, wanted: string | undefined): Promise<Looked> {
  const run = lookAtRun(workspace, wanted)
  const { file } = run.source
  const resolved = await loadConfig(workspace, [], file !== null && existsSync(file) ? file : null)
  return { run, briefing: await readBriefing(resolved, workspace) }
}

/** The run as it would begin. */
const notBegun = ({ plan, settings, source }: LoadedPlan): Run =>
  foldRun([
    {
      type: 'run-started',
      plan,
      settings,
      source,
      planningSeconds: 0,
      run: runId(1),
      at: 0,
      sequence: 1,
    },
  ])!
