/** The lanes of a run: the worktrees, or the agents where there are none, with their tasks in the order of work. */
import type { LaneName, TaskId } from '../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { attemptsAt, stateAt, taskAt, type Run } from '../../../../src/core/run/run.ts'
import { holdsLane, isOver } from '../../../../src/core/run/task-state.ts'

export interface Lane {
  readonly id: string
  /** null: the lane is no worktree, so no task can be moved into it. */
  readonly name: LaneName | null
  readonly title: string
  readonly done: readonly TaskId[]
  /** The tasks that hold the lane, as `holdsLane` has it. */
  readonly current: readonly TaskId[]
  readonly waiting: readonly TaskId[]
  /** going: a task holds the lane, or some are over and more wait. */
  readonly stands: 'going' | 'waiting' | 'finished'
}

/** Lanes in which something goes on come first, otherwise they are in the order of the plan. */
export function lanesOf(run: Run): readonly Lane[] {
  const lanes = run.settings.isolation === 'none' ? agentLanes(run) : worktreeLanes(run)
  return lanes.toSorted((a, b) => rank(a) - rank(b))
}

/** All tasks of a lane, in the order in which they are shown. */
export const tasksIn = ({ done, current, waiting }: Lane): readonly TaskId[] => [
  ...done,
  ...current,
  ...waiting,
]

/** Lanes that a task holds come first, then lanes half done, then lanes not begun, then finished ones. */
function rank({ stands, current }: Lane): number {
  if (stands === 'going') return current.length > 0 ? 0 : 1
  return stands === 'waiting' ? 2 : 3
}

function worktreeLanes(run: Run): readonly Lane[] {
  const byLane = new Map<LaneName, number[]>()
  run.plan.tasks.forEach((task, i) => {
    const name = laneOf(task)
    const tasks = byLane.get(name)
    if (tasks === undefined) byLane.set(name, [i])
    else tasks.push(i)
  })
  return [...byLane].map(([name, tasks]) => laneWith(run, tasks, { id: name, name, title: name }))
}

/** A lane for each worker that has been at work, and one for the tasks that no worker has begun. */
function agentLanes(run: Run): readonly Lane[] {
  const byWorker = new Map<number, number[]>()
  const notBegun: number[] = []
  run.plan.tasks.forEach(({ id }, i) => {
    const worker = attemptsAt(run, id).at(-1)?.worker
    const tasks = worker === undefined ? notBegun : byWorker.get(worker)
    if (tasks === undefined) byWorker.set(worker!, [i])
    else tasks.push(i)
  })
  const workers = [...byWorker].sort(([a], [b]) => a - b)
  return [
    ...workers.map(([worker, tasks]) =>
      laneWith(run, tasks, { id: `agent ${worker}`, name: null, title: `Agent ${worker}` }),
    ),
    ...(notBegun.length > 0
      ? [laneWith(run, notBegun, { id: 'line', name: null, title: 'Not begun' })]
      : []),
  ]
}

function laneWith(
  run: Run,
  tasks: readonly number[],
  names: Pick<Lane, 'id' | 'name' | 'title'>,
): Lane {
  const ids = (numbers: readonly number[]): readonly TaskId[] =>
    numbers.map((i) => taskAt(run, i).id)
  const done = tasks.filter((i) => isOver(stateAt(run, i)))
  const current = tasks.filter((i) => holdsLane(stateAt(run, i)))
  const waiting = tasks.filter((i) => !isOver(stateAt(run, i)) && !holdsLane(stateAt(run, i)))
  const endOf = (i: number): number => {
    const state = stateAt(run, i)
    return 'at' in state ? state.at : 0
  }
  return {
    ...names,
    done: ids(done.toSorted((a, b) => endOf(a) - endOf(b))),
    current: ids(current),
    waiting: ids(waiting),
    stands: standsAs(done.length, current.length, waiting.length),
  }
}

function standsAs(done: number, current: number, waiting: number): Lane['stands'] {
  if (current > 0) return 'going'
  if (waiting === 0) return 'finished'
  return done > 0 ? 'going' : 'waiting'
}
