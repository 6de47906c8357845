/** What people have told the agents of a task, and how much of that has reached an agent. */
import type { TaskId } from '../value/ids.ts'

export interface Guidance {
  /** In the order in which people said it. */
  readonly said: readonly string[]
  /** How many of these have reached an agent. */
  readonly delivered: number
  readonly saidAt: number
  /** How the last delivered guidance reached an agent; null: none has. */
  readonly how: HowHeard | null
}

/** steered: it entered the running turn. read: the agent fetched it. in-prompt: an attempt began with it. */
export type HowHeard = 'steered' | 'read' | 'in-prompt'

const NO_GUIDANCE: Guidance = { said: [], delivered: 0, saidAt: 0, how: null }

/** The part of a run that these functions need. */
interface Guided {
  readonly guidance: ReadonlyMap<TaskId, Guidance>
}

export const guidanceOf = ({ guidance }: Guided, task: TaskId): Guidance =>
  guidance.get(task) ?? NO_GUIDANCE

export function pendingGuidance(run: Guided, task: TaskId): readonly string[] {
  const { said, delivered } = guidanceOf(run, task)
  return said.slice(delivered)
}
