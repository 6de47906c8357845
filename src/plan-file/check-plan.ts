/** Checks everything in a plan file, so that all problems can be reported at once. */
import type { Plan, Resources, Task } from '../core/plan/plan.ts'
import { checkValue } from '../yaml-file/check-value.ts'
import { complain, type Complaint, type Path } from '../yaml-file/problem.ts'
import { checkIds, checkTask, sayAgents, sketch, unknownAgent } from './check-tasks.ts'
import type { Available, RawTask } from './check-tasks.ts'
import { checkCycles, checkDependencies, type TaskSketch } from './dependencies.ts'
import { NO_ORDER, readExecutionOrder, type ExecutionOrder } from './execution-order.ts'
import { readGroups } from './groups.ts'
import { namedTasks, type NamedTasks } from './named-tasks.ts'
import { checkPairs } from './pairs.ts'
import { planSchema, type SaidConfig, type SaidPlan } from './plan-schema.ts'
import { toSettings, type PlanFileSettings } from './plan-settings.ts'
import { toTask, type TaskDefaults } from './to-task.ts'

export interface PlanOptions {
  /** The name of the plan, when the file does not give one under metadata. */
  readonly name?: string
  /** The resources of the machine; a task that needs more is refused. */
  readonly machine?: Resources
  /** The agents that exist besides those that the file itself defines. */
  readonly agents?: readonly string[]
  /** The texts of issues are read from the forge, so a task may be only the number of an issue. The default. */
  readonly fetchesIssues?: boolean
}

/** For messages that mention a second place in the file. */
interface Places {
  readonly lineOf: (path: Path) => number
}

interface CheckedPlan {
  readonly parsed: { readonly plan: Plan; readonly settings: PlanFileSettings } | null
  readonly complaints: readonly Complaint[]
  readonly warnings: readonly Complaint[]
}

export function checkPlan(value: unknown, options: PlanOptions, { lineOf }: Places): CheckedPlan {
  const root = checkValue(planSchema, value)
  const file = root.ok ? root.value : readableParts(value)
  const raw = file.tasks.map((task, i): RawTask => ({ path: ['tasks', i], value: task }))
  const sketches = raw.flatMap(sketch)
  const tasks = namedTasks(new Set(sketches.map(({ id }) => id)))
  const order = file.execution_order ? readExecutionOrder(file.execution_order, tasks) : NO_ORDER
  const groups = readGroups(file.groups, tasks)
  const settings = toSettings(file, lineOf)
  const available = availableTo(file.config ?? {}, options)
  const checked = checkTasks(raw, { available, order, defaults: settings.taskDefaults })
  const complaints = [
    ...(root.ok ? [] : root.complaints),
    ...checked.complaints,
    ...checkIds(sketches, new Set(), (path) => `in line ${lineOf(path)}`),
    ...checkLinks(sketches, tasks, order),
    ...groups.complaints,
    ...checkDefaultAgent(file.config, available),
  ]
  const warnings = leftOut(sketches, order)
  if (complaints.length > 0) return { parsed: null, complaints, warnings }
  const plan = { name: planName(file, options), tasks: checked.tasks, groups: groups.groups }
  return { parsed: { plan, settings }, complaints, warnings }
}

/** When something outside the tasks is wrong, the tasks are still checked. */
function readableParts(value: unknown): SaidPlan {
  const { tasks, execution_order, groups } = (value ?? {}) as Readonly<Record<string, unknown>>
  return {
    tasks: Array.isArray(tasks) ? tasks : [],
    ...(Array.isArray(execution_order) && { execution_order }),
    groups,
  }
}

interface TaskContext {
  readonly available: Available
  readonly order: ExecutionOrder
  readonly defaults: TaskDefaults
}

interface CheckedTasks {
  readonly tasks: readonly Task[]
  readonly complaints: readonly Complaint[]
}

/** Checks every task by itself; the tasks without a problem are returned. */
export function checkTasks(raw: readonly RawTask[], context: TaskContext): CheckedTasks {
  const checked = raw.map((task) => checkTask(task, context.available))
  return {
    complaints: checked.flatMap(({ complaints }) => complaints),
    tasks: checked.flatMap(({ task }) =>
      task ? [toTask(task, context.defaults, context.order.after.get(task.id)?.ids ?? [])] : [],
    ),
  }
}

/** Checks the tasks against each other. */
export const checkLinks = (
  sketches: readonly TaskSketch[],
  tasks: NamedTasks,
  order: ExecutionOrder,
): readonly Complaint[] => [
  ...sketches.flatMap((task) => checkDependencies(task, tasks)),
  ...order.complaints,
  ...checkCycles(sketches, order),
  ...checkPairs(sketches, tasks),
]

export const availableTo = (config: SaidConfig, options: PlanOptions): Available => ({
  fetchesIssues: options.fetchesIssues ?? true,
  agents: options.agents ? [...options.agents, ...Object.keys(config.agents ?? {})] : null,
  machine: {
    cpu: config.resources?.cpu ?? options.machine?.cpu ?? Infinity,
    memoryBytes: config.resources?.memory ?? options.machine?.memoryBytes ?? Infinity,
  },
})

function checkDefaultAgent(config: SaidConfig | undefined, { agents }: Available) {
  const agent = config?.agent
  if (!agent || agents === null || agents.includes(agent)) return []
  return [complain(['config', 'agent'], unknownAgent(agent), sayAgents(agent, agents))]
}

const MOST_NAMED = 5

function leftOut(sketches: readonly TaskSketch[], order: ExecutionOrder): readonly Complaint[] {
  if (order.mentioned.size === 0) return []
  const names = sketches.filter(({ id }) => !order.mentioned.has(id)).map(({ id }) => `"${id}"`)
  if (names.length === 0) return []
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  const message = `the order leaves out ${names.slice(0, MOST_NAMED).join(', ')}${more}`
  return [complain(['execution_order'], message, 'these run as soon as their dependencies allow')]
}

function planName({ metadata }: SaidPlan, { name }: PlanOptions): string {
  const given = metadata?.['name'] ?? metadata?.['title']
  return typeof given === 'string' && given.trim() !== '' ? given : (name ?? 'plan')
}
