/** The scheduling rules implemented a second time, slowly and without any state of their own. */
import type { TaskId } from '../../src/core/value/ids.ts'
import { laneOf } from '../../src/core/plan/lanes.ts'
import { mayNameSameFile } from '../../src/core/schedule/glob-overlap.ts'
import type { Task } from '../../src/core/plan/plan.ts'
import { stateOf, type Run } from '../../src/core/run/run.ts'
import type { TaskState } from '../../src/core/run/task-state.ts'

export const isOpen = (run: Run, id: TaskId): boolean =>
  ['waiting', 'working', 'landing', 'review', 'stuck'].includes(stateOf(run, id).is)

export const workingTasks = (run: Run): readonly Task[] =>
  run.plan.tasks.filter((task) => stateOf(run, task.id).is === 'working')

export const landedAllBefore = (run: Run, task: Task): boolean =>
  task.dependencies.every((id) => mayBuildOn(run, id))

export const mayBuildOn = (run: Run, id: TaskId): boolean =>
  (run.settings.stacked ? ['landed', 'landing', 'review'] : ['landed']).includes(
    stateOf(run, id).is,
  )

/** The task whose work is in the worktree that this one would use. */
export const laneHolder = (run: Run, task: Task): Task | undefined =>
  run.settings.isolation === 'none'
    ? undefined
    : run.plan.tasks.find((other) => {
        const state = stateOf(run, other.id)
        const waitsWithWork = isHalfDone(state) && !isHalfDone(stateOf(run, task.id))
        const holds = waitsWithWork || ['working', 'landing', 'review', 'stuck'].includes(state.is)
        return other !== task && holds && laneOf(other) === laneOf(task)
      })

const isHalfDone = (state: TaskState): boolean =>
  state.is === 'waiting' && state.purpose.is !== 'work'

export const collide = (a: Task, b: Task): boolean =>
  a.files.some((one) => b.files.some((other) => mayNameSameFile(one, other)))

export const collidesNow = (run: Run, task: Task): boolean =>
  !run.settings.allowCollisions &&
  run.plan.tasks.some(
    (other) => ['working', 'landing'].includes(stateOf(run, other.id).is) && collide(task, other),
  )

export const mostAtOnce = ({ agents, settings }: Run): number =>
  Math.min(agents, settings.maxWorktrees ?? agents)

/** In thousandths of a CPU and bytes. */
export function usedBy(tasks: readonly Task[]): { cpu: number; memory: number } {
  return {
    cpu: sum(tasks.map((task) => Math.round(task.resources.cpu * 1000))),
    memory: sum(tasks.map((task) => task.resources.memoryBytes)),
  }
}

export function fitsNow(run: Run, task: Task): boolean {
  const { machine } = run.settings
  if (machine === null || workingTasks(run).length === 0) return true
  const used = usedBy([...workingTasks(run), task])
  return used.cpu <= machine.cpu * 1000 && used.memory <= machine.memoryBytes
}

export function batchOf(run: Run, task: Task): number {
  return Math.max(-1, ...task.dependencies.map((id) => batchOf(run, find(run, id)))) + 1
}

/** The tasks of earlier batches that are not over. */
export const unfinishedBatches = (run: Run, task: Task): readonly Task[] =>
  run.plan.tasks.filter(
    (other) => isOpen(run, other.id) && batchOf(run, other) < batchOf(run, task),
  )

export const isApproved = (run: Run, task: Task): boolean =>
  !task.needsHuman || run.approved.has(task.id)

export function isTimeToTry(run: Run, task: Task, now: number): boolean {
  const state = stateOf(run, task.id)
  return state.is === 'waiting' && (state.retryAt === null || state.retryAt <= now)
}

/** Whether the task may start, apart from a free agent. */
export function mayStart(run: Run, task: Task, now: number): boolean {
  return (
    !run.paused &&
    !run.pausedBatches.has(batchOf(run, task)) &&
    !(run.budgetUsd !== null && (run.usage.costUsd ?? 0) >= run.budgetUsd) &&
    !run.cancelled &&
    isTimeToTry(run, task, now) &&
    landedAllBefore(run, task) &&
    isApproved(run, task) &&
    (!run.settings.strictBatches || unfinishedBatches(run, task).length === 0) &&
    !collidesNow(run, task) &&
    laneHolder(run, task) === undefined &&
    fitsNow(run, task)
  )
}

export const startable = (run: Run, now: number): readonly Task[] =>
  run.plan.tasks.filter((task) => mayStart(run, task, now))

/** S4: negative when a comes first. */
export function compare(run: Run, now: number, [a, b]: readonly [Task, Task]): number {
  return (
    halfDone(run, b) - halfDone(run, a) ||
    urgency(run, a, now) - urgency(run, b, now) ||
    pressing(run, b) - pressing(run, a) ||
    run.plan.tasks.indexOf(a) - run.plan.tasks.indexOf(b)
  )
}

function halfDone(run: Run, task: Task): number {
  const state = stateOf(run, task.id)
  return state.is === 'waiting' && state.purpose.is !== 'work' ? 1 : 0
}

function urgency(run: Run, task: Task, now: number): number {
  const state = stateOf(run, task.id)
  const landings = run.settings.stacked ? [] : task.dependencies.map((id) => stateOf(run, id))
  const since = Math.max(
    state.is === 'waiting' ? state.since : 0,
    ...landings.map((landed) => (landed.is === 'landed' ? landed.at : 0)),
  )
  const periods = Math.floor((now - since) / (run.settings.agingSeconds * 1000))
  const mostUrgent = Math.min(...run.plan.tasks.map((other) => other.priority))
  return Math.max(mostUrgent, inherited(run, task) - periods)
}

const inherited = (run: Run, task: Task): number =>
  Math.min(task.priority, ...directlyAfter(run, task).map((other) => inherited(run, other)))

function pressing(run: Run, task: Task): number {
  return longestPath(run, task) + Math.max(0, ...task.files.map((f) => othersOn(run, task, f)))
}

const longestPath = (run: Run, task: Task): number =>
  task.estimate.seconds +
  Math.max(0, ...directlyAfter(run, task).map((other) => longestPath(run, other)))

function othersOn(run: Run, task: Task, file: string): number {
  if (run.settings.allowCollisions) return 0
  const others = run.plan.tasks.filter(
    (other) =>
      other !== task &&
      isOpen(run, other.id) &&
      other.files.some((path) => mayNameSameFile(path, file)),
  )
  return sum(others.map((other) => other.estimate.seconds))
}

const directlyAfter = (run: Run, task: Task): readonly Task[] =>
  run.plan.tasks.filter((other) => other.dependencies.includes(task.id))

export function everythingAfter(run: Run, task: Task): ReadonlySet<TaskId> {
  const direct = directlyAfter(run, task)
  return new Set(direct.flatMap((other) => [other.id, ...everythingAfter(run, other)]))
}

const find = (run: Run, id: TaskId): Task => run.plan.tasks.find((task) => task.id === id)!

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
