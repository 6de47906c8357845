/** Everything that is known about one task, for programs: the same on the command line, for MCP clients and in the API. */
import type { TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { qualityOf } from './quality.ts'
import { attemptsAt, collisionsOf, indexOf, stateOf, taskOf, type Run } from '../run/run.ts'
import { sayWait } from '../say/say-wait.ts'
import { taskSpending } from './spending.ts'
import { whyWaiting } from '../schedule/why-waiting.ts'

export type ExplainDocument = ReturnType<typeof explainDocument>

/** why: what it waits for; says: the same in words; both null when it does not wait. */
export function explainDocument(run: Run, id: TaskId, now: number) {
  const task = taskOf(run, id)
  const wait = whyWaiting(run, id, now)
  return {
    task: id,
    name: task.name,
    work: task.work,
    dependencies: task.dependencies,
    before: run.graph.after[indexOf(run, id)]!.map((i) => run.plan.tasks[i]!.id),
    priority: task.priority,
    estimate: task.estimate,
    files: task.files,
    lane: laneOf(task),
    batch: run.graph.batch[indexOf(run, id)]! + 1,
    state: stateOf(run, id),
    why: wait,
    says: wait === null ? null : sayWait(wait, now),
    collisions: collisionsOf(run, id),
    quality: qualityOf(run, id),
    ...taskSpending(run, id),
    attempts: attemptsAt(run, id),
  }
}
