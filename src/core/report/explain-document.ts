/** Everything known about one task, for programs: the same on the command line, for MCP clients and in the API. */
import type { Wait } from '../schedule/why-waiting.ts'
import type { TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { qualityOf } from './quality.ts'
import {
  attemptsAt,
  batchOf,
  collisionsOf,
  dependentsOf,
  stateOf,
  taskOf,
  type Run,
} from '../run/run.ts'
import { taskSpending } from './spending.ts'
import { standingOf, type Sight } from './task-standing.ts'

export type ExplainDocument = ReturnType<typeof explainDocument>

/** For programs batches count from 1, as they do for people. */
export const waitDocument = (wait: Wait): Wait =>
  wait.is === 'batch' || wait.is === 'batch-paused' ? { ...wait, batch: wait.batch + 1 } : wait

/** why: what the task waits for; null: it does not wait. says: its standing in a sentence; null: the word is enough. */
export function explainDocument(run: Run, id: TaskId, sight: Sight) {
  const task = taskOf(run, id)
  const { wait, word, says } = standingOf(run, id, sight)
  return {
    task: id,
    name: task.name,
    work: task.work,
    dependencies: task.dependencies,
    before: dependentsOf(run, id),
    priority: task.priority,
    estimate: task.estimate,
    files: task.files,
    lane: laneOf(task),
    batch: batchOf(run, id) + 1,
    state: stateOf(run, id),
    why: wait && waitDocument(wait),
    word,
    says: says || null,
    collisions: collisionsOf(run, id),
    quality: qualityOf(run, id),
    ...taskSpending(run, id),
    attempts: attemptsAt(run, id),
  }
}
