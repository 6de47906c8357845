/** What a person decides about two tasks that may collide, as changes to the tasks. */
import type { PlanChange } from '../../../../../src/core/plan/plan-changes.ts'
import type { Task } from '../../../../../src/core/plan/plan.ts'
import { taskOf, type Run } from '../../../../../src/core/run/run.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'

/** predicted: no person has decided, so the probability decides. */
export type PairDecision = 'together' | 'apart' | 'predicted'

type Pair = readonly [TaskId, TaskId]

export function decisionOf(run: Run, pair: Pair): PairDecision {
  const isIn = (field: PairField): boolean =>
    sidesOf(run, pair).some(({ task, other }) => task[field].includes(other))
  if (isIn('apartFrom')) return 'apart'
  return isIn('togetherWith') ? 'together' : 'predicted'
}

/**
 * The changes that make this decision. It is said in the first of the two tasks, unless the plan itself says it: then
 * both are as they were. What contradicts it goes first, so that each change can be made.
 */
export function changesToDecide(
  { run, drafted }: { readonly run: Run; readonly drafted: Run },
  pair: Pair,
  decision: PairDecision,
): readonly PlanChange[] {
  const isBack = decisionOf(run, pair) === decision
  const wanted = (id: TaskId, other: TaskId, field: PairField): boolean =>
    isBack ? taskOf(run, id)[field].includes(other) : id === pair[0] && FIELDS[field] === decision
  const steps = sidesOf(drafted, pair).flatMap(({ task, other }) =>
    (Object.keys(FIELDS) as PairField[])
      .filter((field) => task[field].includes(other) !== wanted(task.id, other, field))
      .map((field) => ({ task: task.id, field, other, adds: wanted(task.id, other, field) })),
  )
  return steps
    .toSorted((x, y) => Number(x.adds) - Number(y.adds))
    .map(({ task, field, other, adds }) => {
      const others = taskOf(drafted, task)[field].filter((id) => id !== other)
      const next = adds ? [...others, other] : others
      return { task, change: { [field]: inOrderOf(taskOf(run, task)[field], next) } }
    })
}

type PairField = 'togetherWith' | 'apartFrom'

const FIELDS = { togetherWith: 'together', apartFrom: 'apart' } as const satisfies Record<
  PairField,
  PairDecision
>

const sidesOf = (
  run: Run,
  [a, b]: Pair,
): readonly { readonly task: Task; readonly other: TaskId }[] => [
  { task: taskOf(run, a), other: b },
  { task: taskOf(run, b), other: a },
]

/** A list that is the same as before is no change, even if entries were added and removed again. */
const inOrderOf = (before: readonly TaskId[], next: readonly TaskId[]): readonly TaskId[] => [
  ...before.filter((id) => next.includes(id)),
  ...next.filter((id) => !before.includes(id)),
]
