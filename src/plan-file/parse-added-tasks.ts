/** Tasks that a running task adds to the plan: the same form and the same rules, as JSON. */
import type { Plan, Task } from '../core/plan/plan.ts'
import type { TaskId } from '../core/value/ids.ts'
import { sayPath, type Complaint, type Path, type Problem } from '../yaml-file/problem.ts'
import { availableTo, checkLinks, checkTasks, type PlanOptions } from './check-plan.ts'
import { checkIds, sketch, type RawTask } from './check-tasks.ts'
import type { TaskSketch } from './dependencies.ts'
import { NO_ORDER } from './execution-order.ts'
import { namedTasks, type Mention } from './named-tasks.ts'
import type { TaskDefaults } from './to-task.ts'

export type AddedTasks =
  | {
      readonly ok: true
      /** The plan with the new tasks at its end. */
      readonly plan: Plan
      readonly added: readonly Task[]
      readonly warnings: readonly Problem[]
    }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      readonly warnings: readonly Problem[]
    }

export interface AddedTasksOptions extends PlanOptions {
  /** The defaults in the plan's own file for tasks that do not give a value. */
  readonly taskDefaults?: TaskDefaults
}

export function parseAddedTasks(
  json: unknown,
  plan: Plan,
  options: AddedTasksOptions = {},
): AddedTasks {
  const raw = rawTasks(json)
  const sketches = raw.flatMap(sketch)
  const taken = new Set<string>(plan.tasks.map(({ id }) => id))
  const tasks = namedTasks(new Set([...taken, ...sketches.map(({ id }) => id)]))
  const { tasks: added, complaints } = checkTasks(raw, {
    available: availableTo({}, { ...options, fetchesIssues: false }),
    order: NO_ORDER,
    defaults: options.taskDefaults ?? {},
  })
  const problems = [
    ...(raw.length === 0 ? [NOTHING_ADDED] : []),
    ...complaints,
    ...checkIds(sketches, taken, (path) => `at ${sayPath(path)}`),
    ...checkLinks([...plan.tasks.map(asSketch), ...sketches], tasks, NO_ORDER),
  ].map(toProblem)
  if (problems.length > 0) return { ok: false, problems, warnings: [] }
  return { ok: true, plan: { ...plan, tasks: [...plan.tasks, ...added] }, added, warnings: [] }
}

function rawTasks(json: unknown): readonly RawTask[] {
  if (Array.isArray(json)) return json.map((value, i) => ({ path: [i], value }))
  return typeof json === 'object' && json !== null ? [{ path: NO_PATH, value: json }] : []
}

const NO_PATH: Path = []

const NOTHING_ADDED: Complaint = {
  path: NO_PATH,
  at: 'value',
  message: 'there are no tasks to add',
  hint: null,
}

const asSketch = ({ id, dependencies, togetherWith, apartFrom }: Task): TaskSketch => ({
  id,
  path: NO_PATH,
  dependencies: dependencies.map(asMention),
  together: togetherWith.map(asMention),
  apart: apartFrom.map(asMention),
})

const asMention = (id: TaskId): Mention => ({ id, path: NO_PATH })

/** JSON from a running task has no lines that a person could look up. */
const toProblem = ({ path, message, hint }: Complaint): Problem => ({
  line: 1,
  column: 1,
  where: sayPath(path),
  message,
  hint,
})
