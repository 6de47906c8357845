/** Makes a plan in a repository, and keeps it: the task file, beside everything that is known about the plan. */
import { relative, resolve } from 'node:path'
import type { Flag } from '../../config/spoken-settings.ts'
import { estimatedIn, tokensOf } from '../../core/agent/usage.ts'
import type { PlanDraft, PlanningBackend } from '../../core/planning/plan-draft.ts'
import type { PlanOverview } from '../../core/planning/plan-overview.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { makePlan, type Planned, type Planner } from '../../planning/make-plan.ts'
import type { OnProgress } from '../../planning/planning-session.ts'
import type { PlanRequest } from '../../planning/prompts/plan-request.ts'
import { sayPlanned } from '../../report-text/say-planned.ts'
import { Complaint, COULD_NOT_GO_ON, INTERRUPTED } from '../console/complain.ts'
import { ProblemList } from '../console/problem-list.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { plannerFor } from '../plan/planner-for.ts'
import { prepareWorkspace, type Workspace } from '../place/workspace.ts'
import {
  plannedFile,
  refuseUnreadable,
  writePlanDocument,
  writePlanFile,
  type KeptPlan,
} from './keep-plan.ts'
import { lookAhead } from './look-ahead.ts'
import type { PlanningRequest } from './planning-request.ts'
import { repositoryFacts } from './repository-facts.ts'
import { withRerankedFiles } from './rerank-draft.ts'

export interface PlanOptions {
  readonly flags: readonly Flag[]
  readonly backend: PlanningBackend | null
  readonly model: string | null
  /** Where the task file is written, relative to the folder of the workspace. */
  readonly out: string
}

export interface Watching {
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
  /** Asks the user back before tasks are made. Absent: nobody is asked. */
  readonly askBack?: (request: PlanRequest, planner: Planner) => Promise<PlanRequest>
}

export interface PlannedHere {
  readonly text: string
  readonly document: PlanMade
}

export async function planHere(
  asked: PlanningRequest,
  options: PlanOptions,
  workspace: Workspace,
  { onProgress, signal, askBack }: Watching,
): Promise<PlannedHere> {
  const { config } = await loadConfig(workspace, options.flags)
  const chosen = await plannerFor(config, options)
  if (!chosen.ok) throw new ProblemList([chosen.problem])
  await refuseUnreadable({ path: resolve(workspace.folder, options.out), name: options.out })
  const { planner } = chosen
  const request: PlanRequest = {
    requirements: asked.text,
    agents: config.parallel,
    facts: await repositoryFacts(workspace.root),
    sensitiveAreas: config.sensitiveAreas,
    answers: [],
  }
  const answered = askBack === undefined ? request : await askBack(request, planner)
  const made = await makePlan(answered, planner, onProgress, signal)
  const isWanted = config.collisions.foresee
  const reranking = { planner, workspace, isWanted, onProgress, signal }
  const planned = await withRerankedFiles(made, reranking)
  if (planned.is === 'failed') throw failure(planned)
  return keep({ asked, planned, request }, options, workspace)
}

function failure({ why, during, says, remedy }: Extract<Planned, { is: 'failed' }>): Complaint {
  if (why === 'cancelled')
    return new Complaint('planning was interrupted', NOTHING_WRITTEN, INTERRUPTED)
  const hint = remedy ?? 'try again, or plan with --offline'
  return new Complaint(`${during} failed: ${says}`, `${hint}. ${NOTHING_WRITTEN}`, COULD_NOT_GO_ON)
}

const NOTHING_WRITTEN = 'Nothing was written'

interface Made {
  readonly asked: PlanningRequest
  readonly planned: Extract<Planned, { is: 'ready' }>
  readonly request: PlanRequest
}

async function keep(made: Made, options: PlanOptions, workspace: Workspace): Promise<PlannedHere> {
  const { asked, planned, request } = made
  const { folder } = workspace
  const { out, flags } = options
  const file = resolve(folder, out)
  const { draft } = planned
  const kept = plannedFile({ path: file, name: out }, draft, {
    parallel: null,
    check: request.facts.testCommand,
  })
  const looked = await lookAhead({ file: out, text: kept.text }, workspace, flags)
  const overview = { ...looked.overview, flags: withReasons(looked.overview.flags, draft) }
  const { warnings } = looked
  prepareWorkspace(workspace)
  const written = writePlanFile(file, kept, workspace)
  // The plan goes into the file as it is now, with what somebody else has just written there.
  if (written.is === 'changed') return keep(made, options, workspace)
  const { backup } = written
  const document = planMade({ asked, planned, overview }, { file: out, kept, warnings, backup })
  const whole = writePlanDocument(document, workspace)
  const shown = (path: string): string => shellWord(relative(folder, path))
  const text = sayPlanned(
    { draft, overview, kept, warnings, spent: planned.spent.usage },
    { file: shellWord(out), whole: shown(whole), backup: backup === null ? null : shown(backup) },
  )
  return { text, document }
}

type PlanMade = ReturnType<typeof planMade>

/** What plan.json and --json say. */
function planMade(
  {
    asked,
    planned,
    overview,
  }: Pick<Made, 'asked' | 'planned'> & { readonly overview: PlanOverview },
  { file, kept, warnings, backup }: KeptDocument,
) {
  const { draft, offlineBecause, spent } = planned
  return {
    name: draft.name,
    created_at: new Date().toISOString(),
    state: 'queue_ready',
    execution_model: 'task_queue',
    file,
    requirements: { file: asked.file, text: asked.text },
    planned_by: draft.madeBy,
    offline_because: offlineBecause,
    analysis: analysisDocument(draft),
    ...overview,
    dependencies: Object.fromEntries(
      overview.tasks
        .filter((task) => task.dependencies.length > 0)
        .map((task) => [task.id, task.dependencies]),
    ),
    descriptions: Object.fromEntries(draft.tasks.map(({ id, prompt }) => [id, prompt])),
    notes: draft.notes,
    warnings,
    changed: { is_new: kept.isNew, diff: kept.diff, kept: kept.kept, backup },
    spent: {
      seconds: spent.seconds,
      questions: spent.questions,
      tokens: tokensOf(spent.usage),
      cost_usd: spent.usage.costUsd,
      estimated_usd: estimatedIn(spent.usage),
    },
  }
}

/** The task file has only the flags of a planned task; the draft knows why. */
const withReasons = (flags: PlanOverview['flags'], { tasks }: PlanDraft): PlanOverview['flags'] =>
  flags.map((flag) => {
    const planned = tasks.find(({ id }) => id === flag.task)?.flags
    return { ...flag, why: planned?.find((one) => one.flag === flag.flag)?.why ?? flag.why }
  })

interface KeptDocument {
  readonly file: string
  readonly kept: KeptPlan
  readonly warnings: readonly string[]
  readonly backup: string | null
}

const analysisDocument = ({ analysis }: PlanDraft) => ({
  num_tasks: analysis.taskCount,
  complexity: analysis.complexity,
  reasoning: analysis.reasons,
  key_features_detected: analysis.features,
  technical_components: analysis.components,
  unknowns: analysis.unknowns,
})
