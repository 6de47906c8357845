/** The tasks of a run in the order that is most useful to a user who watches it. */
import type { TaskId } from '../core/value/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import { stateAt, taskAt, taskOf, type Run } from '../core/run/run.ts'
import { isOver, type TaskState, type TaskStatus } from '../core/run/task-state.ts'
import type { Wait } from '../core/schedule/why-waiting.ts'

export type Waits = ReadonlyMap<TaskId, Wait>

/**
 * The order: tasks that need a person, working tasks by agent, landing tasks, waiting tasks in their order,
 * then finished tasks, newest first.
 */
export function queueOf(run: Run, waits: Waits): readonly TaskId[] {
  const indices = run.states.map((_, i) => i)
  const those = (...statuses: readonly TaskStatus[]): number[] =>
    indices.filter((i) => statuses.includes(stateAt(run, i).is))
  const working = those('working')
  const waiting = those('waiting')
  const over = indices.filter((i) => isOver(stateAt(run, i)))
  const places = new Map([...waits.keys()].map((id, place) => [id, place]))
  const place = (i: number): number => places.get(taskAt(run, i).id) ?? run.states.length
  return [
    ...those('review', 'stuck'),
    ...working.sort((a, b) => agentOf(stateAt(run, a)) - agentOf(stateAt(run, b))),
    ...those('landing'),
    ...waiting.sort((a, b) => place(a) - place(b) || a - b),
    ...over.sort((a, b) => newestFirst(stateAt(run, a), stateAt(run, b)) || a - b),
  ].map((i) => taskAt(run, i).id)
}

/** Tasks whose id or name contains the text, whatever its case. */
export function filterQueue(run: Run, queue: readonly TaskId[], filter: string): readonly TaskId[] {
  if (filter === '') return queue
  const needle = filter.toLowerCase()
  const matches = ({ id, name }: Task): boolean =>
    id.toLowerCase().includes(needle) || name.toLowerCase().includes(needle)
  return queue.filter((id) => matches(taskOf(run, id)))
}

const agentOf = (state: TaskState): number => (state.is === 'working' ? state.worker : 0)

/** Of tasks that ended at the same moment, the one that failed comes before those that were skipped because of it. */
const newestFirst = (a: TaskState, b: TaskState): number =>
  endOf(b) - endOf(a) || Number(a.is === 'skipped') - Number(b.is === 'skipped')

const endOf = (state: TaskState): number => ('at' in state ? state.at : 0)
