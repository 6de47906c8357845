/** What would happen if a plan were run: who can start, the longest chain, time by number of agents, collisions, flags, cost. */
import { criticalPath, planGraph } from '../plan/graph.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { executionPlan } from '../schedule/execution-plan.ts'
import { timelinesOf } from '../schedule/simulate.ts'
import type { TaskId } from '../value/ids.ts'
import { flagsIn, type ReasonOf } from './flags/flags-in.ts'
import { complexityOf } from './plan-draft.ts'
import { recommendAgents, type AgentLimits, type Recommendation } from './recommend-agents.ts'
import type { SensitiveAreas } from './flags/sensitive-areas.ts'

export type PlanOverview = ReturnType<typeof planOverview>

export interface OverviewContext {
  readonly limits: AgentLimits
  readonly sensitiveAreas: SensitiveAreas
  /** Why tasks have the flags of the file; absent: the reasons are not known. */
  readonly reasonOf?: ReasonOf
}

/** For programs; say-overview.ts words it for people. */
export function planOverview(plan: Plan, settings: RunSettings, context: OverviewContext) {
  const graph = planGraph(plan, settings)
  const chain = criticalPath(plan, graph)
  const simulateWith = timelinesOf(plan, settings)
  const recommendation = recommendAgents(plan, settings, context.limits, simulateWith)
  return {
    num_tasks: plan.tasks.length,
    complexity: complexityOf(plan.tasks.length),
    executor_budget: settings.agents,
    workers: Math.min(settings.agents, plan.tasks.length),
    ready_at_once: plan.tasks.filter(({ dependencies }) => dependencies.length === 0).map(idOf),
    longest_chain: { tasks: chain, seconds: secondsOf(plan, new Set(chain)) },
    agents: agentsDocument(recommendation),
    warn_above: settings.collisions.warnAbove,
    flags: flagsIn(plan, context.sensitiveAreas, context.reasonOf),
    tasks: plan.tasks.map(taskDocument),
    ...executionPlan(plan, settings, simulateWith(settings.agents)),
  }
}

const idOf = ({ id }: Task): TaskId => id

const secondsOf = ({ tasks }: Plan, among: ReadonlySet<TaskId>): number =>
  tasks.reduce((sum, task) => sum + (among.has(task.id) ? task.estimate.seconds : 0), 0)

const agentsDocument = ({ recommended, why, options }: Recommendation) => ({
  recommended,
  why,
  options: options.map(({ agents, seconds, savedSeconds, costUsd }) => ({
    agents,
    seconds,
    saved_s: savedSeconds,
    estimated_cost_usd: costUsd,
  })),
})

const taskDocument = (task: Task) => ({
  id: task.id,
  name: task.name,
  priority: task.priority,
  estimate_s: task.estimate.seconds,
  /** What the file or a model said; null: nothing. */
  estimate_said_s: task.estimate.given,
  estimate_from: task.estimate.from,
  dependencies: task.dependencies,
  files: task.files,
  predicted_files: task.foreseen,
  epic: task.epic,
  domain: task.domain,
  lane: laneOf(task),
  needs_human: task.needsHuman,
})
