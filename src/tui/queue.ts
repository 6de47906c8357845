/** The tasks of a run in the order in which someone watching it wants them. */
import type { TaskId } from '../core/value/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import { indexOf, type Run } from '../core/run/run.ts'
import { isOver, type TaskState, type TaskStatus } from '../core/run/task-state.ts'
import type { Wait } from '../core/schedule/why-waiting.ts'

export type Waits = ReadonlyMap<TaskId, Wait>

/** What needs a person, working by agent, landing, waiting in line order, what is over, newest first. */
export function queueOf(run: Run, waits: Waits): readonly TaskId[] {
  const { tasks } = run.plan
  const indices = run.states.map((_, i) => i)
  const those = (...statuses: readonly TaskStatus[]): number[] =>
    indices.filter((i) => statuses.includes(run.states[i]!.is))
  const working = those('working')
  const waiting = those('waiting')
  const over = indices.filter((i) => isOver(run.states[i]!))
  const places = new Map([...waits.keys()].map((id, place) => [id, place]))
  const place = (i: number): number => places.get(tasks[i]!.id) ?? tasks.length
  return [
    ...those('review', 'stuck'),
    ...working.sort((a, b) => agentOf(run.states[a]!) - agentOf(run.states[b]!)),
    ...those('landing'),
    ...waiting.sort((a, b) => place(a) - place(b) || a - b),
    ...over.sort((a, b) => newestFirst(run.states[a]!, run.states[b]!) || a - b),
  ].map((i) => tasks[i]!.id)
}

/** Tasks whose id or name contains the text, whatever its case. */
export function filterQueue(run: Run, queue: readonly TaskId[], filter: string): readonly TaskId[] {
  if (filter === '') return queue
  const wanted = filter.toLowerCase()
  const matches = ({ id, name }: Task): boolean =>
    id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
  return queue.filter((id) => matches(run.plan.tasks[indexOf(run, id)]!))
}

const agentOf = (state: TaskState): number => (state.is === 'working' ? state.worker : 0)

/** What ended at the same moment: the cause before those it took along. */
const newestFirst = (a: TaskState, b: TaskState): number =>
  endOf(b) - endOf(a) || Number(a.is === 'skipped') - Number(b.is === 'skipped')

const endOf = (state: TaskState): number => ('at' in state ? state.at : 0)
