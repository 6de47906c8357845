/** S9: why a task does not start. One value for the tooltip on the board, the line in status and the message of a test. */
import type { TaskId } from './ids.ts'
import { sharedFiles } from './overlap.ts'
import type { Resources } from './plan.ts'
import { indexOf, type Run } from './run.ts'
import { scheduleOf } from './schedule.ts'

export type Wait =
  | { readonly is: 'on-tasks'; readonly tasks: readonly TaskId[] }
  | { readonly is: 'needs-human' }
  /** S10: the batch whose end is waited for (0 is the first) and how many of its tasks are not over. */
  | { readonly is: 'batch'; readonly batch: number; readonly unfinished: number }
  | { readonly is: 'retry-at'; readonly at: number }
  | { readonly is: 'paused' }
  | { readonly is: 'would-collide'; readonly with: TaskId; readonly files: readonly string[] }
  | { readonly is: 'resources'; readonly needs: Resources; readonly free: Resources }
  /** place: 1 is next. */
  | { readonly is: 'agents-busy'; readonly place: number }

/** What each waiting task waits for, those that may start first in front. */
export function waitingTasks(run: Run, now: number): ReadonlyMap<TaskId, Wait> {
  const places = new Map(
    scheduleOf(run)
      .line()
      .map((id, i) => [id, i + 1]),
  )
  const waiting = run.plan.tasks.filter((_, i) => run.states[i]!.is === 'waiting').map((t) => t.id)
  const place = (id: TaskId): number => places.get(id) ?? Infinity
  return new Map(
    waiting
      .sort((a, b) => place(a) - place(b) || indexOf(run, a) - indexOf(run, b))
      .map((id) => [id, explain(run, id, now, places.get(id) ?? 1)]),
  )
}

/** null: it is not waiting. */
export function whyWaiting(run: Run, task: TaskId, now: number): Wait | null {
  if (run.states[indexOf(run, task)]!.is !== 'waiting') return null
  return explain(run, task, now, scheduleOf(run).line().indexOf(task) + 1)
}

function explain(run: Run, id: TaskId, now: number, place: number): Wait {
  return (
    waitsForOthers(run, id) ??
    waitsForPermission(run, id, now) ??
    wouldCollide(run, id) ??
    lacksResources(run, id) ?? { is: 'agents-busy', place }
  )
}

function waitsForOthers(run: Run, id: TaskId): Wait | null {
  const tasks = run.plan.tasks[indexOf(run, id)]!.dependencies.filter(
    (d) => run.states[indexOf(run, d)]!.is !== 'landed',
  )
  return tasks.length > 0 ? { is: 'on-tasks', tasks } : waitsForBatch(run, id)
}

function waitsForBatch(run: Run, id: TaskId): Wait | null {
  if (!run.settings.strictBatches) return null
  const own = run.graph.batch[indexOf(run, id)]!
  const unfinished = new Int32Array(own)
  run.states.forEach(({ is }, i) => {
    const batch = run.graph.batch[i]!
    if (batch < own && (is === 'waiting' || is === 'working')) unfinished[batch]!++
  })
  const batch = unfinished.findIndex((count) => count > 0)
  return batch < 0 ? null : { is: 'batch', batch, unfinished: unfinished[batch]! }
}

function waitsForPermission(run: Run, id: TaskId, now: number): Wait | null {
  const index = indexOf(run, id)
  const state = run.states[index]!
  if (run.plan.tasks[index]!.needsHuman && !run.approved.has(id)) return { is: 'needs-human' }
  if (state.is === 'waiting' && state.retryAt !== null && state.retryAt > now)
    return { is: 'retry-at', at: state.retryAt }
  return run.paused ? { is: 'paused' } : null
}

function wouldCollide(run: Run, id: TaskId): Wait | null {
  if (run.settings.allowCollisions) return null
  const { files } = run.plan.tasks[indexOf(run, id)]!
  for (const other of workingTasks(run)) {
    const shared = sharedFiles(files, other.files)
    if (shared.length > 0) return { is: 'would-collide', with: other.id, files: shared }
  }
  return null
}

function lacksResources(run: Run, id: TaskId): Wait | null {
  const { machine } = run.settings
  if (machine === null) return null
  const needs = run.plan.tasks[indexOf(run, id)]!.resources
  const used = workingTasks(run).map((task) => task.resources)
  const free = {
    cpu: machine.cpu - sum(used.map((u) => u.cpu)),
    memoryBytes: machine.memoryBytes - sum(used.map((u) => u.memoryBytes)),
  }
  const fits = needs.cpu <= free.cpu && needs.memoryBytes <= free.memoryBytes
  return fits ? null : { is: 'resources', needs, free }
}

const workingTasks = (run: Run) => run.plan.tasks.filter((_, i) => run.states[i]!.is === 'working')

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
