/** conductor validate and conductor simulate: what a task file would do, without doing it. */
import type { Flag } from '../../config/spoken-settings.ts'
import { formatDuration } from '../../core/value/duration.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { batches, planGraph } from '../../core/plan/graph.ts'
import { withEstimates } from '../../core/durations/estimate-tasks.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { batchList } from '../../core/plan/batch-list.ts'
import { lanesOf, timelineDocument } from '../../core/schedule/timeline-document.ts'
import {
  predictedConflicts,
  type PredictedConflict,
} from '../../core/schedule/predicted-conflicts.ts'
import { likelyDocument, likelyTime, type LikelyTime } from '../../core/schedule/likely-time.ts'
import { sayEstimate } from '../../core/say/say-time-left.ts'
import { simulate, worktreesNeeded, type Timeline } from '../../core/schedule/simulate.ts'
import type { Console } from '../console/console.ts'
import { knowledgeFor } from './measured-durations.ts'
import { lookAtPlan, type PlanSource } from './load-plan.ts'
import { findWorkspace } from '../place/workspace.ts'

export async function validateCommand(
  source: PlanSource,
  flags: readonly Flag[],
  console: Console,
): Promise<number> {
  const { plan, warnings } = await lookAtPlan(source, findWorkspace(console.folder), flags)
  const graph = planGraph(plan)
  const levels = batches(plan, graph)
  const text = [
    ...warnings.map((warning) => `note: ${warning}`),
    `${source.file} is fine: ${sayCount(plan.tasks.length, 'task')} in ${levels.length === 1 ? '1 batch' : `${levels.length} batches`}.`,
    `Ready at once: ${names(levels[0] ?? [])}`,
  ].join('\n')
  console.answer(text, { ok: true, tasks: plan.tasks.length, batches: batchList(plan), warnings })
  return 0
}

export async function simulateCommand(
  source: PlanSource,
  flags: readonly Flag[],
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const loaded = await lookAtPlan(source, workspace, flags)
  loaded.warnings.forEach((warning) => console.remark(`note: ${warning}`))
  const plan = withEstimates(loaded.plan, knowledgeFor(loaded.plan, workspace))
  // No task is added during a simulation, so more agents than tasks would only be idle.
  const agents = Math.min(loaded.settings.agents, plan.tasks.length)
  const settings = { ...loaded.settings, agents }
  const timeline = simulate(plan, settings)
  const worktrees = settings.isolation === 'none' ? null : worktreesNeeded(plan, settings)
  const likely = likelyTime(plan, settings)
  const document = {
    ...documentOf(timeline, plan),
    likely: likelyDocument(likely),
    worktrees: worktreePlan(plan, worktrees),
  }
  console.answer(sayTimeline(timeline, plan, { worktrees, likely }), document)
  return 0
}

const documentOf = (timeline: Timeline, plan: Plan): object => ({
  ...timelineDocument(timeline),
  batches: batchList(plan),
  collisions: predictedConflicts(plan),
})

/** Which tasks share a worktree, and how many worktrees are worth having at once; null: tasks work in place. */
const worktreePlan = (plan: Plan, needed: number | null): object | null =>
  needed === null ? null : { needed, lanes: lanesOf(plan) }

const WIDTH = 48
const MOST_ROWS = 60

interface AlsoSaid {
  readonly worktrees: number | null
  readonly likely: LikelyTime | null
}

function sayTimeline(timeline: Timeline, plan: Plan, { worktrees, likely }: AlsoSaid): string {
  const { makespanSeconds, sequentialSeconds, speedup, idleSeconds, agents, bars } = timeline
  const idWidth = Math.min(24, Math.max(...plan.tasks.map((task) => task.id.length)))
  const rows = bars.slice(0, MOST_ROWS).map((bar) => {
    const from = Math.round((bar.startSeconds / makespanSeconds) * WIDTH)
    const to = Math.max(from + 1, Math.round((bar.endSeconds / makespanSeconds) * WIDTH))
    const line = `${' '.repeat(from)}${'='.repeat(to - from)}`.padEnd(WIDTH)
    return `  ${bar.id.slice(0, idWidth).padEnd(idWidth)} #${bar.worker}  |${line}|  ${formatDuration(bar.startSeconds)} - ${formatDuration(bar.endSeconds)}`
  })
  const assumed = plan.tasks.filter((task) => task.estimate.from === 'default').length
  return [
    `${sayCount(plan.tasks.length, 'task')} with ${sayCount(agents, 'agent')}: ${formatDuration(makespanSeconds)}, one after another ${formatDuration(sequentialSeconds)}: ${speedup.toFixed(2)} times as fast`,
    '',
    ...rows,
    ...(bars.length > MOST_ROWS ? [`  and ${bars.length - MOST_ROWS} more`] : []),
    '',
    `  longest chain   ${timeline.criticalPath.join(' -> ')}`,
    `  agents idle     ${formatDuration(idleSeconds)} together`,
    ...(likely === null ? [] : [`  likely          ${sayEstimate(likely)}`]),
    ...(worktrees === null
      ? []
      : [
          `  worktrees       ${worktrees} at once ${worktrees < agents ? 'are enough' : 'are used'}`,
        ]),
    ...predictedConflicts(plan).slice(0, 10).map(sayCollision),
    ...(assumed > 0
      ? [
          `  note            ${sayCount(assumed, 'task')} without an estimate: a default time is assumed`,
        ]
      : []),
  ].join('\n')
}

const sayCollision = ({ task_ids, predicted_files, conflict_type }: PredictedConflict): string =>
  conflict_type === 'same_file'
    ? `  kept apart      ${task_ids.join(' and ')}: ${predicted_files.join(', ')}`
    : `  near each other ${task_ids.join(' and ')}: ${predicted_files.join(', ')}`

const names = (ids: readonly string[]): string =>
  ids.length > 12 ? `${ids.slice(0, 12).join(', ')} and ${ids.length - 12} more` : ids.join(', ')
