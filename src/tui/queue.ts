/** The tasks of a run in the order in which someone watching it wants them. */
import type { TaskId } from '../core/ids.ts'
import type { Task } from '../core/plan.ts'
import { indexOf, type Run } from '../core/run.ts'
import type { TaskState } from '../core/task-state.ts'
import type { Wait } from '../core/why-waiting.ts'

export type Waits = ReadonlyMap<TaskId, Wait>

/** Working by agent, then waiting in line order, then those that are over, newest first. */
export function queueOf(run: Run, waits: Waits): readonly TaskId[] {
  const { tasks } = run.plan
  const [working, waiting, over]: [number[], number[], number[]] = [[], [], []]
  run.states.forEach((state, i) => {
    if (state.is === 'working') working.push(i)
    else if (state.is === 'waiting') waiting.push(i)
    else over.push(i)
  })
  const places = new Map([...waits.keys()].map((id, place) => [id, place]))
  const place = (i: number): number => places.get(tasks[i]!.id) ?? tasks.length
  return [
    ...working.sort((a, b) => agentOf(run.states[a]!) - agentOf(run.states[b]!)),
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
