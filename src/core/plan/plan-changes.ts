/** Tries changes to a plan before they are asked for: by the rules of the asks, and all of them or none. */
import type { Refusal } from '../ask/answer.ts'
import { foldRun } from '../run/apply-event.ts'
import { answerAsk } from '../ask/ask.ts'
import type { RunSettings } from '../run/event.ts'
import { allAfter } from './graph.ts'
import { runId, type TaskId } from '../value/ids.ts'
import type { Plan, TaskChange } from './plan.ts'
import { applyFacts } from '../run/apply-facts.ts'
import { copyOf, type Draft } from '../run/run-draft.ts'
import { batchOf, indexOf, taskOf, type Run } from '../run/run.ts'

export interface PlanChange {
  readonly task: TaskId
  readonly change: TaskChange
}

export type Tried =
  /** run: as it would be with the changes; changes: in an order in which each one is accepted. */
  | { readonly ok: true; readonly run: Run; readonly changes: readonly PlanChange[] }
  | { readonly ok: false; readonly refused: readonly RefusedChange[] }

export interface RefusedChange {
  readonly task: TaskId
  readonly refusal: Refusal
}

/** Another change may make a refused one possible, so refused changes are tried again after the rest. */
export function tryChanges(run: Run, changes: readonly PlanChange[]): Tried {
  const copy = copyOf(run)
  const made: PlanChange[] = []
  for (let left = changes; left.length > 0;) {
    const refused = left.flatMap((change) => makeChange(copy, change, made))
    if (refused.length === left.length) return { ok: false, refused }
    left = left.filter((change) => !made.includes(change))
  }
  return { ok: true, run: copy, changes: made }
}

function makeChange(run: Draft, change: PlanChange, made: PlanChange[]): readonly RefusedChange[] {
  const answer = answerAsk(run, { ask: 'change', ...change })
  if (!answer.accepted) return [{ task: change.task, refusal: answer.refusal }]
  applyFacts(run, answer.facts)
  made.push(change)
  return []
}

/** Joins the changes to one per task; the last value of a field wins. */
export function joinChanges(changes: readonly PlanChange[]): readonly PlanChange[] {
  const joined = new Map<TaskId, TaskChange>()
  for (const { task, change } of changes) joined.set(task, { ...joined.get(task), ...change })
  return [...joined].map(([task, change]) => ({ task, change }))
}

/** Leaves out the changes that the plan does not allow any more, and says why. */
export function tryFitting(
  run: Run,
  changes: readonly PlanChange[],
): Extract<Tried, { ok: true }> & { readonly unfit: readonly RefusedChange[] } {
  const unfit: RefusedChange[] = []
  for (let left = changes; ;) {
    const tried = tryChanges(run, left)
    if (tried.ok) return { ...tried, unfit }
    const [first] = tried.refused
    unfit.push(first!)
    left = left.filter(({ task }) => task !== first!.task)
  }
}

/** What people have changed in the tasks that a run began with. */
export const changesSince = (run: Run): readonly PlanChange[] =>
  [...run.asBegun].map(([id, before]) => {
    const now = taskOf(run, id)
    const fields = CHANGEABLE.filter((field) => !isSame(before[field], now[field]))
    return { task: id, change: Object.fromEntries(fields.map((field) => [field, now[field]])) }
  })

const CHANGEABLE: readonly (keyof TaskChange)[] = [
  'name',
  'priority',
  'dependencies',
  'files',
  'estimate',
  'lane',
  'togetherWith',
  'apartFrom',
]

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Stands for a run that was not started yet. */
const PLANNED = runId(0)

export const isPlanned = ({ id }: Run): boolean => id === PLANNED

/** The run that a plan would be at its very beginning. */
export const plannedRun = (plan: Plan, settings: RunSettings): Run =>
  foldRun([
    {
      type: 'run-started',
      plan,
      settings,
      source: { file: null, digest: '' },
      planningSeconds: 0,
      run: PLANNED,
      at: 0,
      sequence: 0,
    },
  ])!

/** Puts a task into a batch (0 is the first) by letting it depend on the batch before; null: that is impossible. */
export function changeToBatch(
  run: Run,
  task: TaskId,
  batch: number,
  moved: ReadonlyMap<TaskId, number> = new Map(),
): TaskChange | null {
  const own = indexOf(run, task)
  const present = batchOf(run, task)
  if (present === batch) return {}
  const behind = new Set([own, ...allAfter(run.graph, own)])
  const before = run.plan.tasks
    .filter(({ id }, i) => (moved.get(id) ?? batchOf(run, id)) === batch - 1 && !behind.has(i))
    .map(({ id }) => id)
  if (batch < present || before.length === 0) return null
  return { dependencies: [...new Set([...taskOf(run, task).dependencies, ...before])] }
}
