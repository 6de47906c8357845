/** The tasks of a run in the order in which someone watching it wants them. */
import type { TaskId } from '../core/value/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import { stateAt, taskAt, taskOf, type Run } from '../core/run/run.ts'
import { isOver, type TaskState, type TaskStatus } from '../core/run/task-state.ts'
import type { Wait } from '../core/schedule/why-waiting.ts'

export type Waits = ReadonlyMap<TaskId, Wait>

/** What needs a person, working by agent, landing, waiting in line order, what is over, newest first. */
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
  const wanted = filter.toLowerCase()
  const matches = ({ id, name }: Task): boolean =>
    id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
  return queue.filter((id) => matches(taskOf(run, id)))
}

const agentOf = (state: TaskState): number => (state.is === 'working' ? state.worker : 0)

/** What ended at the same moment: the cause before those it took along. */
const newestFirst = (a: TaskState, b: TaskState): number =>
  endOf(b) - endOf(a) || Number(a.is === 'skipped') - Number(b.is === 'skipped')

const endOf = (state: TaskState): number => ('at' in state ? state.at : 0)
