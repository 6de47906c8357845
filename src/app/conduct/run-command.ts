/** conductor run: starts a run of a task file. */
import { createInterface } from 'node:readline/promises'
import { beginRun, type RunRequest } from '../../conduct/recorder.ts'
import type { Flag } from '../../config/spoken-settings.ts'
import { planGraph } from '../../core/plan/graph.ts'
import { withThreshold } from '../../core/schedule/choose-threshold.ts'
import { withEstimates } from '../../core/durations/estimate-tasks.ts'
import { everyBatchPaused } from '../../core/ask/batches.ts'
import type { Fact } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { Complaint } from '../console/complain.ts'
import { flagsIn } from '../../core/planning/flags/flags-in.ts'
import { sayFlag } from '../../report-text/say-overview.ts'
import { foreseenPlan } from '../foresee/foreseen-plan.ts'
import { keptReasons } from '../planning/kept-plan.ts'
import { plannedBefore } from '../planning/planned-before.ts'
import { planFirst, type PlanFirst } from './plan-first.ts'
import { unfinishedRun } from './unfinished-run.ts'
import { conductHere, type Prepared } from './conduct-here.ts'
import type { Console } from '../console/console.ts'
import { systemClock } from '../place/system-clock.ts'
import { loadPlan, type LoadedPlan } from '../plan/load-plan.ts'
import { asKept, planSource } from '../plan/piped-plan.ts'
import { onTopOf, sayUntaken, untakenBefore } from '../take/previous-result.ts'
import type { ShowOptions } from './show-options.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { settingsToPublish } from '../pull-requests/publish-place.ts'

export interface RunOptions {
  readonly flags: readonly Flag[]
  /** Whether to continue an unfinished run of the same file or to start a new one; 'ask' asks the user. */
  readonly unfinished: 'ask' | 'resume' | 'new'
  /** Starts a new run with every batch paused. */
  readonly hold: boolean
  /** The plan is made first, from this; null: the task file is there. */
  readonly planning: Pick<PlanFirst, 'from' | 'backend' | 'model'> | null
  readonly showing: ShowOptions
  /** A sample of our own, and no project of the user. */
  readonly isSample?: boolean
}

export async function runCommand(
  file: string,
  options: RunOptions,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const { planning, flags, unfinished } = options
  if (planning === null) refuseRequirements(file)
  else
    await planFirst(
      { ...planning, flags, out: file, isNew: unfinished === 'new' },
      workspace,
      console,
    )
  const began = performance.now()
  const source = await planSource(file)
  const loaded = asKept(await loadPlan(source, workspace, options.flags), source, workspace)
  const analysisSeconds = secondsSince(began)
  loaded.warnings.forEach((warning) => console.remark(`note: ${warning}`))
  sayFlags(loaded, workspace, console)
  const { config, briefing } = loaded
  const { showing, isSample = false } = options
  return conductHere({ workspace, config, console, ...showing, isSample }, async (store) => {
    const unfinished = unfinishedRun(store, loaded.source.file)
    if (unfinished !== null && (await wantsToContinue(unfinished, loaded, options, console)))
      return { run: unfinished, briefing, first: null }
    const onTop = await beginsOnTop(store, loaded, console)
    loaded.keep()
    const { plan, note } = await foreseenPlan(loaded.plan, {
      workspace,
      isWanted: config.collisions.foresee,
    })
    if (note !== null) console.remark(`note: ${note}`)
    const planned = plannedBefore(loaded.source.file, plan, workspace, store)
    const seconds = { analysisSeconds, ...onTop, ...(planned === null ? {} : { planned }) }
    const publishing = await publishingFacts(loaded, workspace)
    return newRun(store, { ...loaded, plan }, seconds, { hold: options.hold, publishing })
  })
}

/** Reads the remote before the run begins, so that a wrong setting is reported at once. */
async function publishingFacts(
  { config, settings }: LoadedPlan,
  { home }: Workspace,
): Promise<readonly Fact[]> {
  if (!config.pullRequests.open) return []
  if (settings.isolation === 'none')
    throw new Complaint(
      'pull requests need worktrees, and this run works in place',
      'run it in a git repository, without `--isolation none`',
    )
  return [
    {
      type: 'publishing-begun',
      settings: await settingsToPublish(settings.directory, home, config),
    },
  ]
}

/** A text is not a task file, and what a user wants with it is clear. */
function refuseRequirements(file: string): void {
  if (!/\.(?:md|markdown|txt|rst|adoc)$/i.test(file)) return
  const words = shellWord(file)
  throw new Complaint(
    `${file} is not a task file`,
    `plan it and run the plan: conductor run --requirements ${words}; to look at the plan first: conductor plan ${words}`,
  )
}

/** Says that the previous result has not been taken, or builds on it if that is wanted. */
async function beginsOnTop(
  store: SqliteEventStore,
  { settings, config }: LoadedPlan,
  console: Console,
): Promise<Pick<RunRequest, 'onTopOf'>> {
  if (settings.isolation === 'none' || config.land.into !== null) return {}
  const before = await untakenBefore(store, settings.directory)
  if (before === null) return {}
  if (config.land.onTop) return { onTopOf: await onTopOf(before.run, settings.directory) }
  console.remark(`note: ${sayUntaken(before)}`)
  return {}
}

function newRun(
  store: SqliteEventStore,
  loaded: LoadedPlan,
  before: Pick<RunRequest, 'analysisSeconds' | 'planned' | 'onTopOf'>,
  { hold, publishing }: { readonly hold: boolean; readonly publishing: readonly Fact[] },
): Prepared {
  const began = performance.now()
  const { source, briefing } = loaded
  const knowledge = store.knowledgeFor(loaded.plan)
  const plan = withEstimates(loaded.plan, knowledge)
  const settings = withThreshold(plan, loaded.settings, knowledge.conflicts)
  const graph = planGraph(plan, settings)
  const held = hold ? everyBatchPaused(graph) : []
  const planningSeconds = secondsSince(began)
  const run = beginRun(
    { plan, settings, source, learned: knowledge.learned, planningSeconds, ...before },
    store,
    systemClock,
    [...publishing, ...held],
  )
  return { run, briefing, first: null }
}

/** People look at what is not ready, needs a design or is sensitive before agents do. */
function sayFlags(
  { plan, config, source }: LoadedPlan,
  workspace: Workspace,
  console: Console,
): void {
  const flags = flagsIn(plan, config.sensitiveAreas, keptReasons(source.file, workspace))
  flags.slice(0, MOST_FLAGS).forEach((flag) => console.remark(`note: ${sayFlag(flag)}`))
  const more = flags.length - MOST_FLAGS
  if (more > 0) console.remark(`note: ${more} more flags: conductor plan check`)
}

const MOST_FLAGS = 5

const secondsSince = (began: number): number => (performance.now() - began) / 1000

async function wantsToContinue(
  run: Run,
  { source }: LoadedPlan,
  { unfinished }: RunOptions,
  console: Console,
): Promise<boolean> {
  if (unfinished !== 'ask') return unfinished === 'resume'
  const edited = run.source.digest === source.digest ? '' : ' (the file has changed since)'
  const state = `run ${run.id} of this file is not finished: ${run.counts.landed} of ${run.plan.tasks.length} tasks landed${edited}`
  if (console.json || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new Complaint(
      state,
      '--resume continues it, --new starts a new run and leaves it as it is',
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `${state}.\nContinue it? [Y/n] (n starts a new run and leaves it as it is) `,
  )
  terminal.close()
  return !/^n/i.test(answer.trim())
}
