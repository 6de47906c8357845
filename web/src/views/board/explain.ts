/** The answers for which all tasks must be looked at: why each waits, its place in the queue, what needs a person. */
import { attentionOf, isUrgent, type Attention } from '../../../../src/core/report/attention.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { waitingTasks, type Wait } from '../../../../src/core/schedule/why-waiting.ts'
import type { Places } from './columns.ts'

/** The most urgent need of each task that stands still until a person acts. */
export type Attentions = ReadonlyMap<TaskId, Attention>

export interface Explained {
  readonly waits: ReadonlyMap<TaskId, Wait>
  readonly places: Places
  readonly attention: Attentions
}

export function explain(run: Run, now: number): Explained {
  const waits = waitingTasks(run, now)
  const places = new Map([...waits.keys()].map((task, place) => [task, place]))
  const urgent = attentionOf(run, now).filter(isUrgent).toReversed()
  const attention = new Map(
    urgent.flatMap((item) => (item.task === null ? [] : [[item.task, item] as const])),
  )
  return { waits, places, attention }
}
