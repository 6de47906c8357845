/** Checks the tasks of a plan, one by one and against each other. */
import { isTaskId } from '../core/value/ids.ts'
import type { Resources } from '../core/plan/plan.ts'
import { formatSize } from '../core/value/size.ts'
import { closestWord } from '../core/value/closest-word.ts'
import { checkValue } from '../yaml-file/check-value.ts'
import { complain, didYouMean, type Complaint, type Path } from '../yaml-file/problem.ts'
import type { TaskSketch } from './dependencies.ts'
import { mentionsIn } from './named-tasks.ts'
import { TASK_SYNONYMS, taskSchema, type SaidTask } from './task-schema.ts'

/** A task as it stands in the file, and its place. */
export interface RawTask {
  readonly path: Path
  readonly value: unknown
}

/** The resources and agents that tasks may use, as far as they are known. */
export interface Available {
  readonly machine: Resources
  readonly agents: readonly string[] | null
  /** The texts of issues are read from the forge, so a task needs no prompt. */
  readonly fetchesIssues: boolean
}

interface CheckedTask {
  readonly task: SaidTask | null
  readonly complaints: readonly Complaint[]
}

export function checkTask({ path, value }: RawTask, available: Available): CheckedTask {
  const checked = checkValue(taskSchema, value, path, TASK_SYNONYMS)
  const work = isMapping(value) ? checkWork(value, path, available) : []
  const named = (complaint: Complaint) => withTaskName(complaint, value)
  if (!checked.ok) return { task: null, complaints: [...checked.complaints.map(named), ...work] }
  const task = checked.value
  const fit = [...checkResources(task, path, available), ...checkAgent(task, path, available)]
  return { task, complaints: [...work, ...fit] }
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const idIn = (entry: unknown): string | null =>
  isMapping(entry) && typeof entry['id'] === 'string' && isTaskId(entry['id']) ? entry['id'] : null

function withTaskName(complaint: Complaint, entry: unknown): Complaint {
  const id = idIn(entry)
  return id === null ? complaint : { ...complaint, message: `task "${id}": ${complaint.message}` }
}

/** A task has either a prompt for an agent or a command for the shell. A task with an issue needs neither, because the issue has a text. */
function checkWork(
  entry: Readonly<Record<string, unknown>>,
  path: Path,
  { fetchesIssues }: Available,
): readonly Complaint[] {
  const task = idIn(entry) === null ? 'this task' : `task "${idIn(entry)}"`
  if ('prompt' in entry && 'run' in entry) {
    const message = `${task} has both a prompt and a command to run`
    return [{ path: [...path, 'run'], at: 'key', message, hint: 'make it two tasks' }]
  }
  if ('prompt' in entry || 'run' in entry) return []
  if (!('issue' in entry)) {
    return [
      complain(
        path,
        `${task} has nothing to do`,
        'give it a prompt, a command with run, or an issue',
      ),
    ]
  }
  if (fetchesIssues) return []
  const message = `${task} has an issue and no prompt, and the text of an issue is only fetched for task files`
  return [complain([...path, 'issue'], message, 'add a prompt that says what the issue asks for')]
}

function checkResources(task: SaidTask, path: Path, { machine }: Available): readonly Complaint[] {
  const { cpu = 0, memory = 0 } = task.resources ?? {}
  const say = (key: string, needs: string, has: string) =>
    complain(
      [...path, 'resources', key],
      `task "${task.id}" needs ${needs} and there is only ${has}: it could never start`,
      'ask for less, or run it on a larger machine',
    )
  return [
    ...(cpu > machine.cpu ? [say('cpu', `${cpu} CPUs`, `${machine.cpu}`)] : []),
    ...(memory > machine.memoryBytes
      ? [say('memory', formatSize(memory), formatSize(machine.memoryBytes))]
      : []),
  ]
}

function checkAgent({ id, agent }: SaidTask, path: Path, { agents }: Available) {
  if (agent === undefined || agents === null || agents.includes(agent)) return []
  return [
    complain([...path, 'agent'], `task "${id}": ${unknownAgent(agent)}`, sayAgents(agent, agents)),
  ]
}

export const unknownAgent = (agent: string): string => `there is no agent called "${agent}"`

export const sayAgents = (agent: string, agents: readonly string[]): string | null =>
  didYouMean(closestWord(agent, agents)) ??
  (agents.length > 0 ? `the agents here are ${agents.join(', ')}` : null)

/** The id, place and dependencies of every task that has at least a usable id. */
export const sketch = ({ path, value }: RawTask): readonly TaskSketch[] => {
  const id = idIn(value)
  if (id === null || !isMapping(value)) return []
  const mentions = (key: string) => mentionsIn(value[key], [...path, key])
  /** A single entry may stand alone. */
  const few = (key: string) =>
    typeof value[key] === 'string' ? [{ id: value[key], path: [...path, key] }] : mentions(key)
  const [together, apart] = [few('together_with'), few('apart_from')]
  return [{ id, path, dependencies: mentions('dependencies'), together, apart }]
}

/** Complains about ids that were given before, in these tasks or in the existing plan. */
export function checkIds(
  sketches: readonly TaskSketch[],
  taken: ReadonlySet<string>,
  sayPlace: (path: Path) => string,
): readonly Complaint[] {
  const first = new Map<string, Path>()
  return sketches.flatMap(({ id, path }) => {
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, path)
    if (earlier === undefined && !taken.has(id)) return []
    const where = earlier === undefined ? 'in the plan' : sayPlace([...earlier, 'id'])
    const hint = 'every task needs an id of its own'
    return [complain([...path, 'id'], `"${id}" is already the id of a task ${where}`, hint)]
  })
}
