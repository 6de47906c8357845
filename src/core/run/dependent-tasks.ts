/** The tasks behind a task, which cannot land without it. */
import type { Fact } from './event.ts'
import { allAfter } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import { indexOf, stateAt, stateOf, taskAt, unlandedBefore, type Run } from './run.ts'
import { isLost, isOver } from './task-state.ts'

/**
 * Tasks that cannot land if the given one does not: they depend on it, directly or not, or build on it in a
 * stack. A working task among them works for nothing.
 */
export function openBehind(run: Run, task: TaskId): readonly TaskId[] {
  const open = allAfter(run.graph, indexOf(run, task))
    .filter((i) => !isOver(stateAt(run, i)))
    .sort((a, b) => a - b)
    .map((i) => taskAt(run, i).id)
  const behind = new Set([task, ...open])
  return open.filter(
    (id) => !isWorking(run, id) || unlandedBefore(run, id).some((before) => behind.has(before)),
  )
}

const isWorking = (run: Run, task: TaskId): boolean => stateOf(run, task).is === 'working'

/** The facts that follow for the tasks behind one that did not land. What works is skipped when it has stopped. */
export function skipDependents(run: Run, task: TaskId): readonly Fact[] {
  const behind = openBehind(run, task)
  const tasks = behind.filter((id) => !isWorking(run, id))
  const toStop = behind.filter((id) => isWorking(run, id) && !run.stopAsked.has(id))
  return [
    ...(tasks.length > 0
      ? [{ type: 'tasks-skipped', tasks, because: { is: 'dependency', task } } as const]
      : []),
    ...toStop.map((id) => ({ type: 'stop-asked', task: id, as: 'preempted' }) as const),
  ]
}

/** The skipped tasks behind this one that nothing else keeps from running. */
export function skippedDependents(run: Run, task: TaskId): readonly TaskId[] {
  const back = new Set([indexOf(run, task)])
  const behind = new Set(allAfter(run.graph, indexOf(run, task)))
  for (const i of run.graph.order) {
    const state = stateAt(run, i)
    if (!behind.has(i) || state.is !== 'skipped' || state.because.is !== 'dependency') continue
    if (run.graph.before[i]!.every((d) => back.has(d) || !isLost(stateAt(run, d).is))) back.add(i)
  }
  return [...back].slice(1).map((i) => taskAt(run, i).id)
}
