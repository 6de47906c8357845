/** Makes a plan in a repository, and keeps it: the task file, beside everything that is known about the plan. */
import { relative, resolve } from 'node:path'
import type { Flag } from '../../config/spoken-settings.ts'
import { NO_USAGE, plusUsage, type Usage } from '../../core/agent/usage.ts'
import type { PlanDraft, PlanningBackend, RepositoryFacts } from '../../core/planning/plan-draft.ts'
import type { ReasonOf } from '../../core/planning/flags/flags-in.ts'
import type { PlanMaking } from '../../core/run/plan-making.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { makePlan, type Planned, type Planner } from '../../planning/make-plan.ts'
import type { OnProgress, PlanningProgress } from '../../planning/planning-session.ts'
import type { PlanRequest } from '../../planning/prompts/plan-request.ts'
import { sayAfterPlanning, sayPlanned } from '../../report-text/say-planned.ts'
import { ProblemList } from '../console/problem-list.ts'
import { openForesight, type OpenForesight } from '../foresee/open-foresight.ts'
import { draftToForesee } from '../foresee/tasks-of-plan.ts'
import { refuseBare, RUN_REFUSES } from '../plan/isolation.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { plannerFor } from '../plan/planner-for.ts'
import { prepareWorkspace, type Workspace } from '../place/workspace.ts'
import { rememberProject } from '../projects/registry.ts'
import { plannedFile, refuseUnusable, writePlanDocument, writePlanFile } from './keep-plan.ts'
import { lookAhead } from './look-ahead.ts'
import { planDocument, type MadePlan, type PlanDocument } from './plan-document.ts'
import { PlanningFailed } from './planning-failed.ts'
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
  /** Asks the user back before tasks are made. Absent: the user is not asked. */
  readonly askBack?: (request: PlanRequest, planner: Planner) => Promise<AskedUser>
}

/** The request with the answers of the user, and what the questions have used of a model. */
export interface AskedUser {
  readonly request: PlanRequest
  readonly usage: Usage
}

export interface PlannedHere {
  readonly text: string
  /** What to type next, for people who only wanted a plan. */
  readonly nextSteps: string
  readonly document: PlanDocument
}

export async function planHere(
  asked: PlanningRequest,
  options: PlanOptions,
  workspace: Workspace,
  { onProgress, signal, askBack }: Watching,
): Promise<PlannedHere> {
  await refuseBare(workspace.folder)
  const { config } = await loadConfig(workspace, options.flags)
  const chosen = await plannerFor(config, options)
  if (!chosen.ok) throw new ProblemList([chosen.problem])
  await refuseUnusable({ path: resolve(workspace.folder, options.out), name: options.out })
  const { planner } = chosen
  const isWanted = config.collisions.foresee
  // The index is opened while the text is read.
  await using foresight = isWanted && asked.text.length > LONG ? openForesight(workspace) : null
  const request: PlanRequest = {
    requirements: asked.text,
    agents: config.parallel,
    facts: await repositoryFacts(workspace.root),
    sensitiveAreas: config.sensitiveAreas,
    answers: [],
  }
  const answered =
    askBack === undefined ? { request, usage: NO_USAGE } : await askBack(request, planner)
  const watched = watchStates(onProgress)
  const made = await makePlan(answered.request, planner, watched.onProgress, signal)
  const reranking = {
    planner,
    workspace,
    isWanted,
    foresight,
    onProgress: watched.onProgress,
    signal,
  }
  const planned = await withRerankedFiles(made, reranking)
  if (planned.is === 'ready') watched.end()
  const making: PlanMaking = {
    madeAt: new Date().toISOString(),
    by: madeBy(planned, planner),
    states: watched.states,
    usage: plusUsage(answered.usage, planned.spent.usage),
    failed: planned.is === 'failed' ? { during: planned.during, reason: planned.says } : null,
  }
  if (planned.is === 'failed') throw new PlanningFailed(planned, making)
  // The files are foreseen while the task file is written and read again.
  await foresight?.expect(planned.draft.tasks.map(draftToForesee))
  return await keepPlan(
    { asked, planned, making, facts: request.facts, foresight },
    options,
    workspace,
  )
}

/** In characters. A longer text becomes many tasks, so foresight will be needed. */
const LONG = 2000

/** Each state with the time at which it began. */
function watchStates(onProgress: OnProgress) {
  const states: PlanMaking['states'][number][] = []
  return {
    states,
    onProgress(progress: PlanningProgress) {
      const state = progress.state === 'ready' ? 'queue_ready' : progress.state
      // After the tasks are there, their files may be looked at once more.
      if (states.at(-1)?.state === 'queue_ready') states.pop()
      if (states.at(-1)?.state !== state) states.push({ state, at: Date.now() })
      onProgress(progress)
    },
    end() {
      if (states.at(-1)?.state !== 'queue_ready')
        states.push({ state: 'queue_ready', at: Date.now() })
    },
  }
}

const madeBy = (planned: Planned, { model }: Planner): PlanMaking['by'] =>
  planned.is === 'ready'
    ? planned.draft.madeBy
    : { backend: model?.backend ?? 'offline', model: null }

type Made = Omit<MadePlan, 'overview'> & {
  readonly facts: RepositoryFacts
  readonly foresight: OpenForesight | null
}

/** Writes the task file, and keeps the plan beside it. */
export async function keepPlan(
  made: Made,
  options: Pick<PlanOptions, 'out' | 'flags'>,
  workspace: Workspace,
): Promise<PlannedHere> {
  const { planned, making, facts } = made
  const { folder } = workspace
  const { out, flags } = options
  const file = resolve(folder, out)
  const { draft } = planned
  const kept = plannedFile({ path: file, name: out }, draft, {
    parallel: null,
    check: facts.testCommand,
  })
  const source = { file: out, text: kept.text, value: kept.value }
  const foresight = { reasonOf: reasonsIn(draft), foresight: made.foresight }
  const { overview, warnings } = await lookAhead(source, workspace, flags, foresight)
  prepareWorkspace(workspace)
  rememberProject(workspace)
  const written = writePlanFile(file, kept, workspace)
  // The plan is merged into the file as it is now, so that what another program has just written there stays.
  if (written.is === 'changed') return keepPlan(made, options, workspace)
  const { backup } = written
  const document = planDocument({ ...made, overview }, { file: out, kept, warnings, backup })
  const whole = writePlanDocument(document, workspace)
  const shown = (path: string): string => shellWord(relative(folder, path))
  const text = sayPlanned(
    { draft, overview, kept, warnings, spent: making.usage },
    { file: shellWord(out), whole: shown(whole), backup: backup === null ? null : shown(backup) },
  )
  const isRefused = warnings.some((warning) => warning.startsWith(RUN_REFUSES))
  return { text, nextSteps: sayAfterPlanning(shellWord(out), overview, isRefused), document }
}

function reasonsIn({ tasks }: PlanDraft): ReasonOf {
  const flagsOf = new Map(tasks.map(({ id, flags }) => [id, flags]))
  return (task, flag) => flagsOf.get(task)?.find((one) => one.flag === flag)?.why ?? null
}
