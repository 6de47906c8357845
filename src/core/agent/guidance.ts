/** What people have told the agents of a task, and how much of it has reached them. */
import type { TaskId } from '../value/ids.ts'

export interface Guidance {
  /** In the order in which it was said. */
  readonly said: readonly string[]
  /** So many of these have reached an agent. */
  readonly delivered: number
  /** When the last of it was said. */
  readonly saidAt: number
  /** In which way the last that reached an agent did; null: none has. */
  readonly how: HowHeard | null
}

/** steered: it came into the turn that was going on. read: the agent fetched it. in-prompt: an agent began with it. */
export type HowHeard = 'steered' | 'read' | 'in-prompt'

const NO_GUIDANCE: Guidance = { said: [], delivered: 0, saidAt: 0, how: null }

/** A run, as far as it matters here. */
interface Guided {
  readonly guidance: ReadonlyMap<TaskId, Guidance>
}

export const guidanceOf = ({ guidance }: Guided, task: TaskId): Guidance =>
  guidance.get(task) ?? NO_GUIDANCE

/** What its agent has yet to hear. */
export function pendingGuidance(run: Guided, task: TaskId): readonly string[] {
  const { said, delivered } = guidanceOf(run, task)
  return said.slice(delivered)
}
