/** conductor validate and conductor simulate: what a task file would do, without doing it. */
import type { Flag } from '../../config/spoken-settings.ts'
import { asGuess, formatEstimate } from '../../core/value/duration.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { batches, planGraph } from '../../core/plan/graph.ts'
import { withEstimates } from '../../core/durations/estimate-tasks.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { batchList } from '../../core/batch/batch-list.ts'
import { withThreshold } from '../../core/schedule/choose-threshold.ts'
import { executionPlan, type ExecutionPlan } from '../../core/schedule/execution-plan.ts'
import { lanesOf } from '../../core/schedule/timeline-document.ts'
import type { PredictedConflict } from '../../core/schedule/predicted-conflicts.ts'
import { likelyTime, type LikelyTime } from '../../core/schedule/likely-time.ts'
import type { RunSettings } from '../../core/run/event.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { sayEstimate } from '../../core/say/say-time-left.ts'
import { ABOUT_CHANCES, isByChance, sayLikely } from '../../core/say/plan/say-likely.ts'
import { pairsToTell, sayNear, sayPair, tellingFiles } from '../../core/say/plan/say-pairs.ts'
import { sayThreshold } from '../../core/say/plan/say-threshold.ts'
import { simulate, worktreesNeeded, type Timeline } from '../../core/schedule/simulate.ts'
import type { Console } from '../console/console.ts'
import { foreseenPlan, type ForeseenPlan } from '../foresee/foreseen-plan.ts'
import { knowledgeFor } from './measured-durations.ts'
import { lookAtPlanOnly, type LoadedPlan, type PlanSource } from './load-plan.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

export async function validateCommand(
  source: PlanSource,
  flags: readonly Flag[],
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const looked = await lookAtPlanOnly(source, workspace, flags)
  const { plan, settings, note } = await asItWouldRun(looked, workspace)
  const warnings = note === null ? looked.warnings : [...looked.warnings, note]
  const graph = planGraph(plan, settings)
  const levels = batches(plan, graph)
  const text = [
    ...warnings.map((warning) => `note: ${warning}`),
    `${source.file} is fine: ${sayCount(plan.tasks.length, 'task')} in ${levels.length === 1 ? '1 batch' : `${levels.length} batches`}.`,
    `Ready at once: ${names(levels[0] ?? [])}`,
  ].join('\n')
  const told = { ok: true, tasks: plan.tasks.length, batches: batchList(plan, graph), warnings }
  console.answer(text, told)
  return 0
}

export async function simulateCommand(
  source: PlanSource,
  flags: readonly Flag[],
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const loaded = await lookAtPlanOnly(source, workspace, flags)
  loaded.warnings.forEach((warning) => console.remark(`note: ${warning}`))
  const { plan, settings, note } = await asItWouldRun(loaded, workspace)
  if (note !== null) console.remark(`note: ${note}`)
  const timeline = simulate(plan, settings)
  const worktrees = settings.isolation === 'none' ? null : worktreesNeeded(plan, settings)
  const likely = likelyTime(plan, settings)
  const schedule = executionPlan(plan, settings, timeline)
  const document = {
    ...documentOf(schedule),
    threshold: settings.collisions.chosen,
    worktrees: worktreePlan(plan, worktrees),
  }
  const collisions = sayCollisions(schedule, settings)
  console.answer(sayTimeline(timeline, plan, { worktrees, likely, collisions }), document)
  return 0
}

/** With the files that are foreseen, what earlier runs took, and the threshold: the batches of a run follow from them. */
async function asItWouldRun(
  loaded: LoadedPlan,
  workspace: Workspace,
): Promise<ForeseenPlan & { readonly settings: RunSettings }> {
  const isWanted = loaded.config.collisions.foresee
  const foreseen = await foreseenPlan(loaded.plan, { workspace, isWanted })
  const knowledge = knowledgeFor(loaded.plan, workspace)
  const plan = withEstimates(foreseen.plan, knowledge)
  // No task is added meanwhile, so more agents than tasks would only be idle.
  const agents = Math.min(loaded.settings.agents, plan.tasks.length)
  const settings = withThreshold(plan, { ...loaded.settings, agents }, knowledge.conflicts)
  return { plan, settings, note: foreseen.note }
}

/** The timeline stands at the top; `collisions` is the older name of the predicted conflicts. */
const documentOf = ({ timeline, ...plan }: ExecutionPlan): object => ({
  ...timeline,
  ...plan,
  collisions: plan.predicted_conflicts,
})

/** Which tasks share a worktree, and how many worktrees are worth having at once; null: tasks work in place. */
const worktreePlan = (plan: Plan, needed: number | null): object | null =>
  needed === null ? null : { needed, lanes: lanesOf(plan) }

const WIDTH = 48
/** Ids that the planner gives are shorter. */
const LONGEST_ID = 34

/** Cut between two words, so that nobody takes it for the whole id. */
const shortId = (id: string): string =>
  id.length <= LONGEST_ID ? id : `${id.slice(0, LONGEST_ID - 1).replace(/[-_.][^-_.]*$/, '')}…`
const MOST_ROWS = 60

interface AlsoSaid {
  readonly worktrees: number | null
  readonly likely: LikelyTime | null
  readonly collisions: readonly string[]
}

function sayTimeline(
  timeline: Timeline,
  plan: Plan,
  { worktrees, likely, collisions }: AlsoSaid,
): string {
  const { makespanSeconds, sequentialSeconds, speedup, idleSeconds, agents, bars } = timeline
  const idWidth = Math.min(LONGEST_ID, Math.max(...plan.tasks.map((task) => task.id.length)))
  const rows = bars.slice(0, MOST_ROWS).map((bar) => {
    const from = Math.round((bar.startSeconds / makespanSeconds) * WIDTH)
    const to = Math.max(from + 1, Math.round((bar.endSeconds / makespanSeconds) * WIDTH))
    const line = `${' '.repeat(from)}${'='.repeat(to - from)}`.padEnd(WIDTH)
    return `  ${shortId(bar.id).padEnd(idWidth)} #${bar.worker}  |${line}|  ${formatEstimate(bar.startSeconds)} - ${formatEstimate(bar.endSeconds)}`
  })
  const assumed = plan.tasks.filter((task) => task.estimate.from === 'default').length
  return [
    `${sayCount(plan.tasks.length, 'task')} with ${sayCount(agents, 'agent')}: ${formatEstimate(makespanSeconds)}, one after another ${formatEstimate(sequentialSeconds)}: ${speedup.toFixed(2)} times as fast`,
    '',
    ...rows,
    ...(bars.length > MOST_ROWS ? [`  and ${bars.length - MOST_ROWS} more`] : []),
    '',
    `  longest chain   ${timeline.criticalPath.join(' -> ')}`,
    `  agents idle     ${formatEstimate(idleSeconds)} together`,
    ...(likely === null
      ? []
      : [`  likely          ${sayEstimate({ ...likely, seconds: asGuess(likely.seconds) })}`]),
    ...(worktrees === null
      ? []
      : [
          `  worktrees       ${worktrees} at once ${worktrees < agents ? 'are enough' : 'are used'}`,
        ]),
    ...collisions,
    ...(assumed > 0
      ? [
          `  note            ${sayCount(assumed, 'task')} without an estimate: a default time is assumed`,
        ]
      : []),
  ].join('\n')
}

const MOST_COLLISIONS = 10

function sayCollisions(
  { predicted_conflicts: conflicts, issues }: ExecutionPlan,
  { collisions }: RunSettings,
): readonly string[] {
  const { told, near } = pairsToTell(conflicts, collisions.warnAbove)
  const threshold = sayThreshold(collisions)
  return [
    ...told.slice(0, MOST_COLLISIONS).map(sayCollision),
    ...(told.length > MOST_COLLISIONS
      ? [`  and ${told.length - MOST_COLLISIONS} more pairs that may collide`]
      : []),
    ...sayNear(near).map((line) => `  near each other ${line}`),
    ...(told.some(isByChance) ? [`  chances         ${ABOUT_CHANCES}`] : []),
    ...(threshold === null ? [] : [`  threshold       ${threshold}`]),
    ...issues.map(({ message }) => `  note            ${message}`),
  ]
}

const VERDICTS = { apart: 'kept apart     ', warn: 'may collide    ', free: 'allowed at once' }

function sayCollision(conflict: PredictedConflict): string {
  const { verdict, probability, why } = conflict
  const telling = tellingFiles(conflict)
  const files = telling.length === 0 ? '' : `: ${firstFew(telling)}`
  const likely = isByChance(conflict) ? ` (${sayLikely(probability)})` : ''
  return `  ${VERDICTS[verdict]} ${sayPair(conflict)}${files}${likely}${why.includes('user') ? ', as you asked' : ''}`
}

const names = (ids: readonly string[]): string =>
  ids.length > 12 ? `${ids.slice(0, 12).join(', ')} and ${ids.length - 12} more` : ids.join(', ')
