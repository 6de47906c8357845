import { createHash } from 'node:crypto'
import type { Task } from '../core/plan/plan.ts'

/** Tells whether a task of an earlier run is the same piece of work: same id, same words. */
export function workDigest(task: Task): string {
  return createHash('sha256')
    .update(JSON.stringify([task.id, task.work]))
    .digest('hex')
    .slice(0, 16)
}
