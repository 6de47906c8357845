/** A run that can be changed while an event is applied to it. */
import type { PlanGraph } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import { indexOf, NO_SETBACKS, type Run, type Setbacks } from './run.ts'
import type { TaskState, TaskStatus } from './task-state.ts'

export type Draft = {
  -readonly [Key in keyof Run]: Run[Key] extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : Run[Key] extends ReadonlySet<infer V>
      ? Set<V>
      : Run[Key] extends readonly TaskState[]
        ? TaskState[]
        : Run[Key] extends Readonly<Record<TaskStatus, number>>
          ? Record<TaskStatus, number>
          : Run[Key]
} & { graph: PlanGraph }

/** For callers that try out what a run would become. */
export const copyOf = (run: Run): Draft => ({
  ...run,
  states: [...run.states],
  counts: { ...run.counts },
  asBegun: new Map(run.asBegun),
  attempts: new Map(run.attempts),
  attemptsOf: new Map(run.attemptsOf),
  approved: new Set(run.approved),
  stopAsked: new Map(run.stopAsked),
  worktrees: new Map(run.worktrees),
  movedBranches: new Map(run.movedBranches),
  touched: new Map(run.touched),
  collisions: new Map(run.collisions),
  checked: new Set(run.checked),
  conflicted: new Map(run.conflicted),
  setbacks: new Map(run.setbacks),
  coverage: new Map(run.coverage),
  guidance: new Map(run.guidance),
  workerProcesses: new Map(run.workerProcesses),
  pausedBatches: new Set(run.pausedBatches),
  pulls: new Map(run.pulls),
  landedWork: new Map(run.landedWork),
})

export function move(run: Draft, index: number, state: TaskState): void {
  run.counts[run.states[index]!.is]--
  run.counts[state.is]++
  run.states[index] = state
}

export const moveTask = (run: Draft, task: TaskId, state: TaskState): void =>
  move(run, indexOf(run, task), state)

export function noteSetback(
  run: Draft,
  task: TaskId,
  note: (before: Setbacks) => Partial<Setbacks>,
): void {
  const before = run.setbacks.get(task) ?? NO_SETBACKS
  run.setbacks.set(task, { ...before, ...note(before) })
}
