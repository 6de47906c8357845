/** S9: why a task does not start. One value for the tooltip on the board, the line in status and test messages. */
import { batchGateNow, type BatchGate, type UnfinishedBatch } from '../batch/batch-gate.ts'
import { runOverBudget, type Overspent } from '../agent/budget.ts'
import type { HindranceKind } from '../run/hindrance.ts'
import type { LaneName, TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { sharedFiles } from './glob-overlap.ts'
import type { Resources, Task } from '../plan/plan.ts'
import { fitsIn, minus } from './resources.ts'
import { indexOf, stateAt, stateOf, taskAt, tasksWhere, type Run } from '../run/run.ts'
import { seenFiles } from './likely-files.ts'
import { scheduleOf, waitsForBelow } from './schedule.ts'
import { chanceOf, sharedLikely, withoutWarnings } from './shared-files.ts'
import { holdsFiles, holdsLane, waitsForHolder } from '../run/task-state.ts'

export type Wait =
  | { readonly is: 'on-tasks'; readonly tasks: readonly TaskId[] }
  | { readonly is: 'needs-human' }
  /** S10: the batch that has to end first. */
  | ({ readonly is: 'batch' } & UnfinishedBatch)
  | { readonly is: 'retry-at'; readonly at: number }
  | { readonly is: 'paused' }
  /** The machine keeps the run from going on. */
  | { readonly is: 'hindered'; readonly by: HindranceKind }
  /** S8: the task's batch is paused; 0 is the first. */
  | { readonly is: 'batch-paused'; readonly batch: number }
  /** The run has used up its budget for models. */
  | ({ readonly is: 'over-budget' } & Omit<Overspent, 'of'>)
  /** S5. chance: that both change one of the files, 1 when both name it or one has changed it; null: a person said so. */
  | {
      readonly is: 'would-collide'
      readonly with: TaskId
      readonly files: readonly string[]
      readonly chance: number | null
    }
  /** Another task of the same lane has not landed yet. */
  | { readonly is: 'lane-busy'; readonly with: TaskId }
  | { readonly is: 'no-worktree'; readonly limit: number }
  | { readonly is: 'resources'; readonly needs: Resources; readonly free: Resources }
  /** Nothing but a free agent is missing; place 1 gets the next agent. */
  | { readonly is: 'agents-busy'; readonly place: number }

/** Why each waiting task waits; tasks that may start come first. */
export function waitingTasks(run: Run, now: number): ReadonlyMap<TaskId, Wait> {
  const line = scheduleOf(run).line(now)
  const inLine = new Set(line)
  const others = tasksWhere(run, ({ is }, { id }) => is === 'waiting' && !inLine.has(id))
  const obstacle = obstacles(run, now)
  let place = 0
  return new Map(
    [...line, ...others.map((task) => task.id)].map((id) => [
      id,
      obstacle(indexOf(run, id)) ?? { is: 'agents-busy', place: ++place },
    ]),
  )
}

/** null: the task is not waiting. */
export function whyWaiting(run: Run, task: TaskId, now: number): Wait | null {
  if (stateOf(run, task).is !== 'waiting') return null
  return obstacles(run, now)(indexOf(run, task)) ?? waitingTasks(run, now).get(task)!
}

/** What keeps a task from starting; null when only a free agent is missing. */
export function obstacles(run: Run, now: number): (place: number) => Wait | null {
  const working = tasksWhere(run, ({ is }) => is === 'working')
  const busy = busyTasks(run)
  const lanes = busyLanes(run)
  const gate = batchGateNow(run)
  const { machine } = run.settings
  const free = machine && working.map((task) => task.resources).reduce(minus, machine)
  return (place) =>
    waitsForTasks(run, place) ??
    waitsForBatch(place, gate) ??
    waitsForPermission(run, place, now) ??
    wouldCollide(run, place, busy) ??
    waitsForLane(run, taskAt(run, place), lanes) ??
    lacksWorktree(run, working.length) ??
    (working.length === 0 || free === null ? null : lacksResources(taskAt(run, place), free))
}

function waitsForTasks(run: Run, place: number): Wait | null {
  const tasks = waitsForBelow(run, taskAt(run, place).id)
  return tasks.length > 0 ? { is: 'on-tasks', tasks } : null
}

function waitsForBatch(place: number, gate: BatchGate): Wait | null {
  const batch = gate.waitsFor(place)
  return batch && { is: 'batch', ...batch }
}

function waitsForPermission(run: Run, place: number, now: number): Wait | null {
  const state = stateAt(run, place)
  const task = taskAt(run, place)
  if (task.needsHuman && !run.approved.has(task.id)) return { is: 'needs-human' }
  if (state.is === 'waiting' && state.retryAt !== null && state.retryAt > now)
    return { is: 'retry-at', at: state.retryAt }
  if (run.paused) return { is: 'paused' }
  if (run.hindered !== null) return { is: 'hindered', by: run.hindered.is }
  const batch = run.graph.batch[place]!
  return run.pausedBatches.has(batch) ? { is: 'batch-paused', batch } : lacksMoney(run)
}

function lacksMoney(run: Run): Wait | null {
  const over = runOverBudget(run)
  if (over === null) return null
  const { of: _, ...spent } = over
  return { is: 'over-budget', ...spent }
}

interface Busy {
  readonly place: number
  /** Files that the task was seen to change, after the rules for hot files. */
  readonly seen: readonly string[]
}

/** Tasks whose files no other task may use at the same time. */
function busyTasks(run: Run): readonly Busy[] {
  if (run.settings.allowCollisions) return []
  const seenBy = seenFiles(run.settings)
  return run.states.flatMap((state, place) =>
    holdsFiles(state)
      ? [{ place, seen: seenBy(run.touched.get(taskAt(run, place).id)?.files ?? []) }]
      : [],
  )
}

function wouldCollide(run: Run, place: number, busy: readonly Busy[]): Wait | null {
  const { held, apart, together, likely } = run.graph.collisions
  if (held[place]!.length === 0 && apart[place]!.length === 0 && likely[place]!.length === 0)
    return null
  for (const other of busy) {
    if (together[place]!.includes(other.place)) continue
    const wait = collidesWith(run, place, other)
    if (wait !== null) return wait
  }
  return null
}

/** By the same rules as in the schedule: what both hold, what one was seen to change, and pairs. */
function collidesWith(run: Run, place: number, { place: other, seen }: Busy): Wait | null {
  const { held, apart, likely, expecting } = run.graph.collisions
  const isHeld = sharedFiles(held[place]!, [...held[other]!, ...seen]).length > 0
  const isChanged = seen.some((path) => expecting.get(path)?.includes(place) === true)
  if (!isHeld && !isChanged && !apart[place]!.includes(other)) return null
  const changed = seen.map((path) => ({ path, p: 1, warnsOnly: false }))
  const shared = withoutWarnings(sharedLikely(likely[place]!, [...likely[other]!, ...changed]))
  const sure = shared.filter(({ chance }) => chance === 1)
  return {
    is: 'would-collide',
    with: taskAt(run, other).id,
    files: (sure.length > 0 ? sure : shared).map(({ path }) => path),
    chance: isHeld || isChanged || !isSaidApart(run, place, other) ? chanceOf(shared) : null,
  }
}

function isSaidApart(run: Run, place: number, other: number): boolean {
  const [a, b] = [taskAt(run, place), taskAt(run, other)]
  return a.apartFrom.includes(b.id) || b.apartFrom.includes(a.id)
}

function busyLanes(run: Run): ReadonlyMap<LaneName, readonly Task[]> {
  const holders = run.settings.isolation === 'none' ? [] : tasksWhere(run, holdsLane)
  return Map.groupBy(holders, laneOf)
}

function waitsForLane(
  run: Run,
  task: Task,
  lanes: ReadonlyMap<LaneName, readonly Task[]>,
): Wait | null {
  const state = stateOf(run, task.id)
  const holder = lanes
    .get(laneOf(task))
    ?.find(({ id }) => id !== task.id && waitsForHolder(state, stateOf(run, id)))
  return holder === undefined ? null : { is: 'lane-busy', with: holder.id }
}

function lacksWorktree({ settings, agents }: Run, working: number): Wait | null {
  const limit = settings.maxWorktrees ?? Infinity
  return working >= limit && limit < agents ? { is: 'no-worktree', limit } : null
}

function lacksResources({ resources: needs }: Task, free: Resources): Wait | null {
  return fitsIn(needs, free) ? null : { is: 'resources', needs, free }
}
