/** What people have told the agents of a task, and how much of it has reached them. */
import type { TaskId } from './ids.ts'
import type { Run } from './run.ts'

export interface Guidance {
  /** In the order in which it was said. */
  readonly said: readonly string[]
  /** So many of these have reached an agent. */
  readonly delivered: number
}

const NO_GUIDANCE: Guidance = { said: [], delivered: 0 }

export const guidanceOf = (run: Run, task: TaskId): Guidance =>
  run.guidance.get(task) ?? NO_GUIDANCE

/** What its agent has yet to hear. */
export function pendingGuidance(run: Run, task: TaskId): readonly string[] {
  const { said, delivered } = guidanceOf(run, task)
  return said.slice(delivered)
}
