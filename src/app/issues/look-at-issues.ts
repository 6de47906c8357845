/** Lists the open issues of a repository with their classes, and what can be worked on now. */
import type { Config } from '../../config/config.ts'
import { draftFromIssues } from '../../core/forge/issues/issue-draft.ts'
import {
  problemDocument,
  runThese,
  type IssueListDocument,
} from '../../core/forge/issues/issue-document.ts'
import { issueRows } from '../../core/forge/issues/issue-list.ts'
import type { ForgeProblem } from '../../core/forge/forge-problem.ts'
import { makeTask, type Plan } from '../../core/plan/plan.ts'
import type { DraftTask } from '../../core/planning/plan-draft.ts'
import { taskId } from '../../core/value/ids.ts'
import type { ForeseenPlan } from '../foresee/foreseen-plan.ts'
import { settingsFor } from '../plan/load-plan.ts'
import type { Workspace } from '../place/workspace.ts'
import { studyHere, type StudiedHere } from './study-here.ts'

export interface IssuesWish {
  /** null: the labels of the settings. */
  readonly labels: readonly string[] | null
  readonly most: number
}

export const USUAL_MOST = 100

export interface LookingAtIssues {
  readonly config: Config
  readonly workspace: Workspace
  readonly foresee: (plan: Plan) => Promise<ForeseenPlan>
}

export interface LookedAtIssues {
  readonly document: IssueListDocument
  /** null: the issues could be read. */
  readonly problem: ForgeProblem | null
}

export async function lookAtIssues(
  { labels, most }: IssuesWish,
  { config, workspace, foresee }: LookingAtIssues,
): Promise<LookedAtIssues> {
  const wanted = labels ?? config.issues.labels
  const study = await studyHere({ labels: wanted, most }, config, workspace)
  if (!study.ok) return unknownIssues(study.problem, wanted)
  const { plan, note } = await foresee(planOf(study.value, config))
  const foreseen = new Map<string, Plan['tasks'][number]['foreseen']>(
    plan.tasks.map((task) => [task.id, task.foreseen]),
  )
  const policy = settingsFor(config, 'worktree', workspace.root)
  const { rows, startNow, inOneRun } = issueRows(study.value.studied, foreseen, policy)
  const { forge, isCut } = study.value
  return {
    problem: null,
    document: {
      forge: forge.name,
      repository: forge.repository,
      labels: wanted,
      issues: rows,
      is_cut: isCut,
      start_now: startNow,
      next_step: runThese(inOneRun),
      notes: note === null ? [] : [note],
      problem: null,
    },
  }
}

/** Only issues that can be taken, because only those can collide. */
function planOf({ studied, forge, facts }: StudiedHere, { parallel }: Config): Plan {
  const place = {
    repository: forge.repository,
    testCommand: facts.testCommand,
    agents: parallel,
  }
  const { name, tasks } = draftFromIssues(studied, [], place)
  return { name, groups: [], tasks: tasks.map(toTask) }
}

const toTask = ({ id, name, prompt, files, issue }: DraftTask): Plan['tasks'][number] =>
  makeTask({ id: taskId(id), name, work: { is: 'prompt', text: prompt }, files, issue })

const unknownIssues = (problem: ForgeProblem, labels: readonly string[]): LookedAtIssues => ({
  problem,
  document: {
    forge: null,
    repository: null,
    labels,
    issues: [],
    is_cut: false,
    start_now: [],
    next_step: null,
    notes: [],
    problem: problemDocument(problem),
  },
})
