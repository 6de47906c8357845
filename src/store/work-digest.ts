import { createHash } from 'node:crypto'
import type { Task } from '../core/plan/plan.ts'

/** The digest is equal for the same piece of work in an earlier run: same id, same words. */
export function workDigest(task: Task): string {
  return createHash('sha256')
    .update(JSON.stringify([task.id, task.work]))
    .digest('hex')
    .slice(0, 16)
}
