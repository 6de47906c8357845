/** The lanes of a run: the worktrees, or the agents where there are none, with their tasks in the order of work. */
import type { LaneName, TaskId } from '../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { attemptsAt, stateAt, taskAt, type Run } from '../../../../src/core/run/run.ts'
import { holdsLane, isOver } from '../../../../src/core/run/task-state.ts'

export interface Lane {
  readonly id: string
  /** null: it is no worktree, and nothing can be put into it. */
  readonly name: LaneName | null
  readonly title: string
  readonly done: readonly TaskId[]
  /** What is under way. */
  readonly current: readonly TaskId[]
  readonly waiting: readonly TaskId[]
  /** going: something is under way, or has been done and more waits. */
  readonly stands: 'going' | 'waiting' | 'finished'
}

/** Those with something going on come first, otherwise in the order of the plan. */
export function lanesOf(run: Run): readonly Lane[] {
  const lanes = run.settings.isolation === 'none' ? agentLanes(run) : worktreeLanes(run)
  return lanes.toSorted((a, b) => rank(a) - rank(b))
}

/** All of them, in the order in which they are shown. */
export const tasksIn = ({ done, current, waiting }: Lane): readonly TaskId[] => [
  ...done,
  ...current,
  ...waiting,
]

/** Under way comes before half done, that before not begun, and what is over last. */
function rank({ stands, current }: Lane): number {
  if (stands === 'going') return current.length > 0 ? 0 : 1
  return stands === 'waiting' ? 2 : 3
}

function worktreeLanes(run: Run): readonly Lane[] {
  const byLane = new Map<LaneName, number[]>()
  run.plan.tasks.forEach((task, i) => {
    const name = laneOf(task)
    const known = byLane.get(name)
    if (known === undefined) byLane.set(name, [i])
    else known.push(i)
  })
  return [...byLane].map(([name, tasks]) => laneWith(run, tasks, { id: name, name, title: name }))
}

/** A lane for each agent that has been at work, and one for what waits for any of them. */
function agentLanes(run: Run): readonly Lane[] {
  const byWorker = new Map<number, number[]>()
  const nobodys: number[] = []
  run.plan.tasks.forEach(({ id }, i) => {
    const worker = attemptsAt(run, id).at(-1)?.worker
    const known = worker === undefined ? nobodys : byWorker.get(worker)
    if (known === undefined) byWorker.set(worker!, [i])
    else known.push(i)
  })
  const workers = [...byWorker].sort(([a], [b]) => a - b)
  return [
    ...workers.map(([worker, tasks]) =>
      laneWith(run, tasks, { id: `agent ${worker}`, name: null, title: `Agent ${worker}` }),
    ),
    ...(nobodys.length > 0
      ? [laneWith(run, nobodys, { id: 'line', name: null, title: 'Not begun' })]
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
