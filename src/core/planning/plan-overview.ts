/** What would happen if a plan were run: who can start, the longest chain, time by number of agents, collisions, flags, cost. */
import { criticalPath, planGraph } from '../plan/graph.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { executionPlan } from '../schedule/execution-plan.ts'
import type { TaskId } from '../value/ids.ts'
import { flagTask, isDecided, withoutSettled } from './flag-task.ts'
import { ownWords } from './own-words.ts'
import { complexityOf, type DraftFlag } from './plan-draft.ts'
import { recommendAgents, type AgentLimits, type Recommendation } from './recommend-agents.ts'
import type { SensitiveAreas } from './sensitive-areas.ts'

export type PlanOverview = ReturnType<typeof planOverview>

export interface OverviewContext {
  readonly limits: AgentLimits
  readonly sensitiveAreas: SensitiveAreas
}

/** For programs; say-overview.ts words it for people. */
export function planOverview(plan: Plan, settings: RunSettings, context: OverviewContext) {
  const graph = planGraph(plan, settings)
  const chain = criticalPath(plan, graph)
  const recommendation = recommendAgents(plan, settings, context.limits)
  return {
    num_tasks: plan.tasks.length,
    complexity: complexityOf(plan.tasks.length),
    executor_budget: settings.agents,
    workers: Math.min(settings.agents, plan.tasks.length),
    ready_at_once: plan.tasks.filter(({ dependencies }) => dependencies.length === 0).map(idOf),
    longest_chain: { tasks: chain, seconds: secondsOf(plan, new Set(chain)) },
    agents: agentsDocument(recommendation),
    flags: flagsIn(plan, context.sensitiveAreas),
    tasks: plan.tasks.map(taskDocument),
    ...executionPlan(plan, settings),
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
  dependencies: task.dependencies,
  files: task.files,
  predicted_files: task.foreseen,
  epic: task.epic,
  domain: task.domain,
  lane: laneOf(task),
  needs_human: task.needsHuman,
})

export interface FlaggedTask extends DraftFlag {
  readonly task: TaskId
}

/** Flags of the task file, and those that its words and files give a task. */
export const flagsIn = ({ tasks }: Plan, areas: SensitiveAreas): readonly FlaggedTask[] =>
  tasks.flatMap((task) => flagsOf(task, areas).map((flag) => ({ task: task.id, ...flag })))

function flagsOf(task: Task, areas: SensitiveAreas): readonly DraftFlag[] {
  const said = task.flags.map((flag): DraftFlag => ({ flag, why: 'The task file says so.' }))
  if (task.work.is === 'command') return said
  const own = isDecided(task.work.text) ? withoutSettled(said) : said
  const likely = task.foreseen.filter(({ p }) => p >= LIKELY).map(({ path }) => path)
  const found = flagTask(
    `${task.name}\n${ownWords(task.work.text)}`,
    [...task.files, ...likely],
    areas,
  )
  return [...own.filter(({ flag }) => !found.some((one) => one.flag === flag)), ...found]
}

/** A file that is less likely to be touched makes no task sensitive. */
const LIKELY = 0.5
