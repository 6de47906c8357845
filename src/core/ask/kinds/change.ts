/** Changes a task before its first attempt. */
import { allAfter } from '../../plan/graph.ts'
import type { Task, TaskChange } from '../../plan/plan.ts'
import { indexOf, stateOf, taskOf, type Run } from '../../run/run.ts'
import { isLost, isOver } from '../../run/task-state.ts'
import { sayChange } from '../../say/say-change.ts'
import { isLaneName, type LaneName, type TaskId } from '../../value/ids.ts'
import { accept, refuse, wrongState, type Refusal } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'

export const change = askKind({
  ask: 'change',
  fields: { task: 'task', change: 'change' },
  /** After the first attempt a task cannot change, because an agent was told what it is; only its pairs can. */
  answer(run, { task, change }) {
    const isPaired = Object.keys(change).every((field) => PAIRS.has(field))
    const state = stateOf(run, task)
    if (state.is !== 'waiting' && !(isPaired && !isOver(state)))
      return refuse(wrongState(run, task))
    if (run.attemptsOf.has(task) && !isPaired) return refuse({ is: 'already-tried', task })
    const refusal =
      whyNotAfter(run, task, change.dependencies ?? []) ??
      whyNotIn(run, change.lane ?? null) ??
      whyNotBeside(run, task, change)
    if (refusal !== null) return refuse(refusal)
    if (Object.keys(change).length === 0) return accept([])
    return accept([{ type: 'task-changed', task, change: withoutDoubles(change) }], [task])
  },
  say: ({ task, change }) => `Changed ${task}: ${sayChange(change)}.`,
  undo: (run, { task, change }) => ({
    ask: 'change',
    task,
    change: asItWas(taskOf(run, task), change),
  }),
  buttons: { 'change-lane': 'l' },
})

export const changeHelp: AskHelp = {
  by: 'people',
  does: 'change a task that waits and has never been tried',
  note: 'Omitted fields stay as they are; an empty list means none, an empty lane means its own lane. Which tasks work at once can be changed until it is over.',
  commands: ['change'],
  tool: 'change_task',
}

/** The action of dragging a card into the lane of another worktree. */
export const changeLane = (task: TaskId, lane: LaneName) =>
  ({
    ...PLAIN,
    name: 'change-lane',
    label: `Let it work in ${lane}`,
    ask: { ask: 'change', task, change: { lane } },
  }) as const

function whyNotAfter(run: Run, task: TaskId, dependencies: readonly TaskId[]): Refusal | null {
  const unknown = dependencies.find((id) => !run.graph.indexOf.has(id))
  if (unknown !== undefined) return { is: 'unknown-task', task: unknown }
  const lost = dependencies.find((id) => isLost(stateOf(run, id).is))
  if (lost !== undefined) return { is: 'dependency-not-landed', task, dependency: lost }
  const own = indexOf(run, task)
  const behind = new Set([own, ...allAfter(run.graph, own)])
  const dependency = dependencies.find((id) => behind.has(indexOf(run, id)))
  return dependency === undefined ? null : { is: 'would-circle', task, dependency }
}

/** Agents are not told who works beside them, so this may change at any time. */
const PAIRS: ReadonlySet<string> = new Set(['togetherWith', 'apartFrom'])

function whyNotBeside(run: Run, task: TaskId, change: TaskChange): Refusal | null {
  if (change.togetherWith === undefined && change.apartFrom === undefined) return null
  const { togetherWith, apartFrom } = { ...taskOf(run, task), ...change }
  const unknown = [...togetherWith, ...apartFrom].find((id) => !run.graph.indexOf.has(id))
  if (unknown !== undefined) return { is: 'unknown-task', task: unknown }
  if ([...togetherWith, ...apartFrom].includes(task))
    return { is: 'together-and-apart', task, other: task }
  const other =
    togetherWith.find((id) => apartFrom.includes(id) || taskOf(run, id).apartFrom.includes(task)) ??
    apartFrom.find((id) => taskOf(run, id).togetherWith.includes(task))
  return other === undefined ? null : { is: 'together-and-apart', task, other }
}

/** lane null: the lane that follows from the plan. */
function whyNotIn({ settings }: Run, lane: LaneName | null): Refusal | null {
  if (lane === null) return null
  if (settings.isolation === 'none') return { is: 'no-worktrees' }
  return isLaneName(lane) ? null : { is: 'bad-lane', lane }
}

const withoutDoubles = (change: TaskChange): TaskChange => ({
  ...change,
  ...(change.dependencies && { dependencies: [...new Set(change.dependencies)] }),
  ...(change.togetherWith && { togetherWith: [...new Set(change.togetherWith)] }),
  ...(change.apartFrom && { apartFrom: [...new Set(change.apartFrom)] }),
})

/** The same fields with their present values. */
const asItWas = (task: Task, change: TaskChange): TaskChange =>
  Object.fromEntries(
    Object.keys(change).map((field) => [field, task[field as keyof TaskChange] ?? null]),
  )
