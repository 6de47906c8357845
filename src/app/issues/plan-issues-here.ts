/** Makes a task file from issues. The texts are read again, and changes that people made in the file stay. */
import { resolve } from 'node:path'
import { NO_USAGE } from '../../core/agent/usage.ts'
import { draftFromIssues, saySkipped } from '../../core/forge/issues/issue-draft.ts'
import { list } from '../../core/forge/issues/issue-skip.ts'
import { Complaint } from '../console/complain.ts'
import { refuseBare } from '../plan/isolation.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { refuseUnusable } from '../planning/keep-plan.ts'
import { keepPlan, type PlannedHere, type PlanOptions } from '../planning/plan-here.ts'
import type { Workspace } from '../place/workspace.ts'
import type { Console } from '../console/console.ts'
import { ASKING, toldWhenSlow } from './told-when-slow.ts'
import { forgeComplaint } from './open-issues-forge.ts'
import { studyHere, type IssuesPicked, type StudiedHere } from './study-here.ts'

export async function planIssuesHere(
  picked: IssuesPicked,
  options: Pick<PlanOptions, 'flags' | 'out'>,
  workspace: Workspace,
  console: Pick<Console, 'remark'>,
): Promise<PlannedHere> {
  await refuseBare(workspace.folder)
  const { config } = await loadConfig(workspace, options.flags)
  await refuseUnusable({ path: resolve(workspace.folder, options.out), name: options.out })
  const began = Date.now()
  const study = await askForge()
  if (!study.ok) throw forgeComplaint(study.problem)
  const { studied, missing, forge, facts } = study.value
  const draft = draftFromIssues(studied, missing, {
    repository: forge.repository,
    testCommand: facts.testCommand,
    agents: config.parallel,
  })
  if (draft.tasks.length === 0) throw nothingTaken(study.value)
  const spent = { usage: NO_USAGE, questions: 0, seconds: (Date.now() - began) / 1000 }
  return await keepPlan(
    {
      asked: { text: `The issues ${list(studied.map(({ number }) => number))}.`, file: null },
      planned: { is: 'ready', draft, offlineBecause: null, spent },
      making: {
        madeAt: new Date().toISOString(),
        by: draft.madeBy,
        states: [
          { state: 'planning', at: began },
          { state: 'queue_ready', at: Date.now() },
        ],
        usage: NO_USAGE,
        failed: null,
      },
      facts,
      foresight: null,
    },
    options,
    workspace,
  )

  async function askForge(): ReturnType<typeof studyHere> {
    using _told = toldWhenSlow(ASKING, console)
    return await studyHere(picked, config, workspace)
  }
}

function nothingTaken({ studied, missing, forge }: StudiedHere): Complaint {
  const skipped = saySkipped(studied, missing)
  return skipped.length === 0
    ? new Complaint(`${forge.name} has no open issue to plan`, '`conductor issues` lists them')
    : new Complaint(
        'none of these issues can be taken, so nothing was written',
        `${skipped.join('\n')}\n\`conductor issues\` lists those that can`,
      )
}
