/** Changes a task before its first attempt. */
import { allAfter } from '../../plan/graph.ts'
import type { Task, TaskChange } from '../../plan/plan.ts'
import { indexOf, stateOf, taskOf, type Run } from '../../run/run.ts'
import { isLost } from '../../run/task-state.ts'
import { sayChange } from '../../say/say-change.ts'
import { isLaneName, type LaneName, type TaskId } from '../../value/ids.ts'
import { accept, refuse, wrongState, type Refusal } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'

export const change = askKind({
  ask: 'change',
  fields: { task: 'task', change: 'change' },
  /** After the first attempt a task cannot change, because an agent was told what it is. */
  answer(run, { task, change }) {
    if (stateOf(run, task).is !== 'waiting') return refuse(wrongState(run, task))
    if (run.attemptsOf.has(task)) return refuse({ is: 'already-tried', task })
    const refusal =
      whyNotAfter(run, task, change.dependencies ?? []) ?? whyNotIn(run, change.lane ?? null)
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
  note: 'Omitted fields stay as they are; an empty list means none, an empty lane means its own lane.',
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

/** lane null: the lane that follows from the plan. */
function whyNotIn({ settings }: Run, lane: LaneName | null): Refusal | null {
  if (lane === null) return null
  if (settings.isolation === 'none') return { is: 'no-worktrees' }
  return isLaneName(lane) ? null : { is: 'bad-lane', lane }
}

const withoutDoubles = (change: TaskChange): TaskChange =>
  change.dependencies === undefined
    ? change
    : { ...change, dependencies: [...new Set(change.dependencies)] }

/** The same fields with their present values. */
const asItWas = (task: Task, change: TaskChange): TaskChange =>
  Object.fromEntries(
    Object.keys(change).map((field) => [field, task[field as keyof TaskChange] ?? null]),
  )
