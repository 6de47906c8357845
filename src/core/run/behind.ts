/** The tasks behind a task, which cannot land without it. */
import type { Fact } from './event.ts'
import { allAfter } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import { indexOf, stateAt, taskAt, type Run } from './run.ts'
import { isLost, isOver } from './task-state.ts'

/** Tasks that cannot land if the given one does not: they depend on it, directly or not, or build on it in a stack. */
export function waitingBehind(run: Run, task: TaskId): readonly TaskId[] {
  return allAfter(run.graph, indexOf(run, task))
    .filter((i) => stateAt(run, i).is !== 'working' && !isOver(stateAt(run, i)))
    .sort((a, b) => a - b)
    .map((i) => taskAt(run, i).id)
}

/** The facts that follow for the tasks behind one that did not land. */
export function skipBehind(run: Run, task: TaskId): readonly Fact[] {
  const tasks = waitingBehind(run, task)
  return tasks.length > 0
    ? [{ type: 'tasks-skipped', tasks, because: { is: 'dependency', task } }]
    : []
}

/** The skipped tasks behind this one that nothing else keeps from running. */
export function skippedBehind(run: Run, task: TaskId): readonly TaskId[] {
  const back = new Set([indexOf(run, task)])
  const behind = new Set(allAfter(run.graph, indexOf(run, task)))
  for (const i of run.graph.order) {
    const state = stateAt(run, i)
    if (!behind.has(i) || state.is !== 'skipped' || state.because.is !== 'dependency') continue
    if (run.graph.before[i]!.every((d) => back.has(d) || !isLost(stateAt(run, d).is))) back.add(i)
  }
  return [...back].slice(1).map((i) => taskAt(run, i).id)
}
