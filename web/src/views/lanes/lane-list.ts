/** The lanes of a run: the worktrees, or the agents where there are none, with their tasks in the order of work. */
import type { LaneName, TaskId } from '../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { attemptsAt, stateAt, taskAt, type Run } from '../../../../src/core/run/run.ts'
import { holdsLane, isOver } from '../../../../src/core/run/task-state.ts'
import { attentionOf, isUrgent } from '../../../../src/core/report/attention.ts'

export interface Lane {
  readonly id: string
  /** null: the lane is no worktree, so no task can be moved into it. */
  readonly name: LaneName | null
  readonly title: string
  readonly done: readonly TaskId[]
  /** The tasks that need a person, also if they are over, then those that hold the lane, as `holdsLane` has it. */
  readonly current: readonly TaskId[]
  readonly waiting: readonly TaskId[]
  /** needs-you: a task stands still until a person acts. going: a task holds the lane, or some are over and more wait. */
  readonly stands: 'needs-you' | 'going' | 'waiting' | 'finished'
}

/** Lanes that need a person come first, then those in which something goes on; otherwise they are in the order of the plan. */
export function lanesOf(run: Run, now: number): readonly Lane[] {
  const needs: Needs = new Set(
    attentionOf(run, now)
      .filter(isUrgent)
      .map(({ task }) => task),
  )
  const lanes =
    run.settings.isolation === 'none' ? agentLanes(run, needs) : worktreeLanes(run, needs)
  return lanes.toSorted((a, b) => rank(a) - rank(b))
}

/** The tasks that stand still until a person acts; null stands for the run. */
type Needs = ReadonlySet<TaskId | null>

/** All tasks of a lane, in the order in which they are shown. */
export const tasksIn = ({ done, current, waiting }: Lane): readonly TaskId[] => [
  ...done,
  ...current,
  ...waiting,
]

const RANKS = { 'needs-you': 0, going: 1, waiting: 3, finished: 4 } as const satisfies Record<
  Lane['stands'],
  number
>

/** Lanes that only are half done come after those that a task holds. */
const rank = ({ stands, current }: Lane): number =>
  RANKS[stands] + (stands === 'going' && current.length === 0 ? 1 : 0)

function worktreeLanes(run: Run, needs: Needs): readonly Lane[] {
  const byLane = new Map<LaneName, number[]>()
  run.plan.tasks.forEach((task, i) => {
    const name = laneOf(task)
    const tasks = byLane.get(name)
    if (tasks === undefined) byLane.set(name, [i])
    else tasks.push(i)
  })
  return [...byLane].map(([name, tasks]) =>
    laneWith(run, needs, tasks, { id: name, name, title: name }),
  )
}

/** A lane for each worker that has been at work, and one for the tasks that no worker has begun. */
function agentLanes(run: Run, needs: Needs): readonly Lane[] {
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
      laneWith(run, needs, tasks, { id: `agent ${worker}`, name: null, title: `Agent ${worker}` }),
    ),
    ...(notBegun.length > 0
      ? [laneWith(run, needs, notBegun, { id: 'line', name: null, title: 'Not begun' })]
      : []),
  ]
}

function laneWith(
  run: Run,
  needs: Needs,
  tasks: readonly number[],
  names: Pick<Lane, 'id' | 'name' | 'title'>,
): Lane {
  const ids = (numbers: readonly number[]): readonly TaskId[] =>
    numbers.map((i) => taskAt(run, i).id)
  const needing = tasks.filter((i) => needs.has(taskAt(run, i).id))
  const others = tasks.filter((i) => !needs.has(taskAt(run, i).id))
  const done = others.filter((i) => isOver(stateAt(run, i)))
  const held = others.filter((i) => holdsLane(stateAt(run, i)))
  const waiting = others.filter((i) => !isOver(stateAt(run, i)) && !holdsLane(stateAt(run, i)))
  const endOf = (i: number): number => {
    const state = stateAt(run, i)
    return 'at' in state ? state.at : 0
  }
  return {
    ...names,
    done: ids(done.toSorted((a, b) => endOf(a) - endOf(b))),
    current: ids([...needing, ...held]),
    waiting: ids(waiting),
    stands: needing.length > 0 ? 'needs-you' : standsAs(done.length, held.length, waiting.length),
  }
}

function standsAs(done: number, held: number, waiting: number): Lane['stands'] {
  if (held > 0) return 'going'
  if (waiting === 0) return 'finished'
  return done > 0 ? 'going' : 'waiting'
}
