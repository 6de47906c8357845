/** conductor run: starts a run of a task file. */
import { createInterface } from 'node:readline/promises'
import { beginRun } from '../../conduct/recorder.ts'
import type { Flag } from '../../config/spoken-settings.ts'
import { planGraph } from '../../core/plan/graph.ts'
import { withThreshold } from '../../core/schedule/choose-threshold.ts'
import { withEstimates } from '../../core/durations/estimate-tasks.ts'
import { everyBatchPaused } from '../../core/ask/batches.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import type { Run } from '../../core/run/run.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'
import { Complaint } from '../console/complain.ts'
import { flagsIn } from '../../core/planning/plan-overview.ts'
import { sayFlag } from '../../report-text/say-overview.ts'
import { foreseenPlan } from '../foresee/foreseen-plan.ts'
import { conductHere, type Prepared } from './conduct-here.ts'
import type { Console } from '../console/console.ts'
import { systemClock } from '../place/system-clock.ts'
import { loadPlan, type LoadedPlan } from '../plan/load-plan.ts'
import { asKept, planSource } from '../plan/piped-plan.ts'
import type { ShowOptions } from './show-options.ts'
import { findWorkspace } from '../place/workspace.ts'

export interface RunOptions {
  readonly flags: readonly Flag[]
  /** Whether to continue an unfinished run of the same file or to start a new one; 'ask' asks the user. */
  readonly unfinished: 'ask' | 'resume' | 'new'
  /** Starts a new run with every batch paused. */
  readonly hold: boolean
  readonly showing: ShowOptions
}

export async function runCommand(
  file: string,
  options: RunOptions,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const began = performance.now()
  const source = await planSource(file)
  const loaded = asKept(await loadPlan(source, workspace, options.flags), source, workspace)
  const analysisSeconds = secondsSince(began)
  loaded.warnings.forEach((warning) => console.remark(`note: ${warning}`))
  sayFlags(loaded, console)
  const { config, briefing } = loaded
  return conductHere({ workspace, config, console, ...options.showing }, async (store) => {
    const unfinished = unfinishedRun(store, loaded)
    if (unfinished !== null && (await wantsToContinue(unfinished, loaded, options, console)))
      return { run: unfinished, briefing, first: null }
    loaded.keep()
    const { plan, note } = await foreseenPlan(loaded.plan, {
      workspace,
      isWanted: config.collisions.foresee,
    })
    if (note !== null) console.remark(`note: ${note}`)
    return newRun(store, { ...loaded, plan }, analysisSeconds, options.hold)
  })
}

function newRun(
  store: SqliteEventStore,
  loaded: LoadedPlan,
  analysisSeconds: number,
  hold: boolean,
): Prepared {
  const began = performance.now()
  const { source, briefing } = loaded
  const knowledge = store.knowledgeFor(loaded.plan)
  const plan = withEstimates(loaded.plan, knowledge)
  const settings = withThreshold(plan, loaded.settings, knowledge.conflicts)
  const graph = planGraph(plan, settings)
  const held = hold ? everyBatchPaused(graph) : []
  const seconds = { analysisSeconds, planningSeconds: secondsSince(began) }
  const run = beginRun(
    { plan, settings, source, learned: knowledge.learned, ...seconds },
    store,
    systemClock,
    held,
  )
  return { run, briefing, first: null }
}

/** People look at what is not ready, needs a design or is sensitive before agents do. */
function sayFlags({ plan, config }: LoadedPlan, console: Console): void {
  const flags = flagsIn(plan, config.sensitiveAreas)
  flags.slice(0, MOST_FLAGS).forEach((flag) => console.remark(`note: ${sayFlag(flag)}`))
  const more = flags.length - MOST_FLAGS
  if (more > 0) console.remark(`note: ${more} more flags: conductor plan check`)
}

const MOST_FLAGS = 5

const secondsSince = (began: number): number => (performance.now() - began) / 1000

/** The newest run of the same file, if it is not over. */
function unfinishedRun(store: SqliteEventStore, { source }: LoadedPlan): Run | null {
  const newest = store.newestRunOf(source.file)
  const run = newest === null ? null : foldRun(store.eventsOf(newest))
  return run !== null && run.ended === null ? run : null
}

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
