/** Turns the phases of an ordering into priorities and dependencies of tasks that wait; nothing is started by it. */
import { answerAsk, undoOf, type Ask, type AskTogether } from '../ask/ask.ts'
import { allAfter } from '../plan/graph.ts'
import { laneOf } from '../plan/lanes.ts'
import { isPlanned, type PlanChange } from '../plan/plan-changes.ts'
import type { Priority } from '../plan/plan.ts'
import { applyFacts } from '../run/apply-facts.ts'
import { copyOf } from '../run/run-draft.ts'
import { indexOf, stateOf, taskOf, type Run } from '../run/run.ts'
import { isOver } from '../run/task-state.ts'
import { sayRefusal } from '../say/say-failure.ts'
import { SAID_STATES } from '../say/say-state.ts'
import type { LaneName, TaskId } from '../value/ids.ts'
import { workspacesBefore } from './phase-problems.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

export interface QueueWish {
  /** The ids of the workspaces in each phase. */
  readonly phases: readonly (readonly string[])[]
  readonly graph: WorkspaceGraph
  /** The task of this run that a workspace belongs to; null: none. */
  readonly taskOf: (workspace: string) => TaskId | null
}

export interface QueuedOrder {
  readonly changes: readonly QueuedChange[]
  readonly skipped: readonly SkippedWorkspace[]
  /** Either all of these changes are accepted, or none. */
  readonly asks: readonly AskTogether[]
  /** Takes everything back; null: nothing changes. */
  readonly undo: Ask | null
}

export interface QueuedChange {
  readonly task: TaskId
  readonly workspace_id: string
  readonly phase: number
  readonly priority: Priority
  readonly priority_before: Priority
  /** Tasks that it will also wait for. */
  readonly after: readonly TaskId[]
}

export interface SkippedWorkspace {
  readonly workspace_id: string
  readonly reason: string
}

/**
 * Only what a task really waits for becomes a dependency: if a phase waited for all of the phase before, one task that
 * fails would skip tasks that have nothing to do with it. The order of phases becomes priorities.
 */
export function queueOrder(run: Run, wish: QueueWish): QueuedOrder {
  const copy = copyOf(run)
  const changes: QueuedChange[] = []
  const skipped: SkippedWorkspace[] = []
  const asks: AskTogether[] = []
  const toCome = toComeIn(run)
  const before = tasksBefore(run, wish, toCome)
  wish.phases.forEach((ids, number) => {
    const priority = priorityOf(number, wish.phases.length)
    for (const workspace of ids) {
      const queued = queuedTasks(run, toCome, wish.taskOf(workspace))
      if (typeof queued === 'string') skipped.push({ workspace_id: workspace, reason: queued })
      else for (const task of queued) put(task, workspace, { number, priority })
    }
  })
  const undos = asks.flatMap((ask) => (undoOf(run, ask) ?? []) as AskTogether | [])
  const undo: Ask | null = undos.length === 0 ? null : { ask: 'together', asks: undos.toReversed() }
  return { changes, skipped, asks, undo }

  function put(
    task: TaskId,
    workspace_id: string,
    { number, priority }: { readonly number: number; readonly priority: Priority },
  ): void {
    const now = taskOf(copy, task)
    const isTried = run.attemptsOf.has(task)
    const after = isTried ? [] : newDependencies(task, workspace_id)
    if (after.length === 0 && now.priority === priority)
      return void skipped.push({ workspace_id, reason: `${task} is already in this order` })
    const dependencies = [...now.dependencies, ...after]
    const ask: AskTogether = isTried
      ? { ask: 'prioritise', task, priority }
      : {
          ask: 'change',
          task,
          change: { priority, ...(after.length === 0 ? {} : { dependencies }) },
        }
    const answer = answerAsk(copy, ask)
    if (!answer.accepted)
      return void skipped.push({ workspace_id, reason: sayRefusal(answer.refusal) })
    applyFacts(copy, answer.facts)
    asks.push(ask)
    const { priority: priority_before } = taskOf(run, task)
    changes.push({ task, workspace_id, phase: number + 1, priority, priority_before, after })
  }

  /** What it does not wait for yet, not even through others. */
  function newDependencies(task: TaskId, workspace: string): readonly TaskId[] {
    const own = indexOf(copy, task)
    return (before.get(workspace) ?? []).filter(
      (other) => other !== task && !allAfter(copy.graph, indexOf(copy, other)).includes(own),
    )
  }
}

/** The same as changes of a task file. There, no task was tried yet. */
export const draftOf = ({ asks }: QueuedOrder): readonly PlanChange[] =>
  asks.flatMap((one) => (one.ask === 'change' ? [{ task: one.task, change: one.change }] : []))

/** The tasks of each lane that are to come, in the order of the plan. */
type ToCome = ReadonlyMap<LaneName, readonly TaskId[]>

const toComeIn = (run: Run): ToCome =>
  new Map(
    [...Map.groupBy(run.plan.tasks, laneOf)].map(([lane, tasks]) => [
      lane,
      tasks.map(({ id }) => id).filter((id) => !isOver(stateOf(run, id))),
    ]),
  )

const sharing = (run: Run, toCome: ToCome, task: TaskId): readonly TaskId[] =>
  toCome.get(laneOf(taskOf(run, task))) ?? []

/** The tasks of the workspaces that each one waits for: of those that share a lane, the last. */
function tasksBefore(
  run: Run,
  { graph, taskOf: find }: QueueWish,
  toCome: ToCome,
): ReadonlyMap<string, readonly TaskId[]> {
  const before = workspacesBefore(graph)
  return new Map(
    graph.items.map(({ id }, i) => [
      id,
      before[i]!.flatMap((one) => {
        const task = find(graph.items[one]!.id)
        return task === null ? [] : sharing(run, toCome, task).slice(-1)
      }),
    ]),
  )
}

/** The tasks of a workspace that wait, or why there are none. */
function queuedTasks(run: Run, toCome: ToCome, task: TaskId | null): readonly TaskId[] | string {
  if (task === null)
    return `it belongs to no task of ${isPlanned(run) ? 'the task file' : 'this run'}`
  const waiting = sharing(run, toCome, task).filter((id) => stateOf(run, id).is === 'waiting')
  return waiting.length > 0 ? waiting : `${task} ${SAID_STATES[stateOf(run, task).is]}`
}

/** 1 for the first phase; more than five phases share the five priorities, in order. */
function priorityOf(phase: number, phases: number): Priority {
  const level = phases <= 5 ? phase : Math.floor((phase * 5) / phases)
  return (level + 1) as Priority
}
