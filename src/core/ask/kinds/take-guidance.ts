/** An agent fetches the guidance that people have given since it last fetched. */
import { guidanceOf, pendingGuidance } from '../../agent/guidance.ts'
import type { Fact } from '../../run/event.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'
import { attemptIsOver, isAtWork } from '../working-attempt.ts'

export const takeGuidance = askKind({
  ask: 'take-guidance',
  fields: { attempt: 'attempt' },
  whileCancelled: true,
  answer(run, { attempt }) {
    if (!isAtWork(run, attempt)) return attemptIsOver(attempt)
    const { task } = run.attempts.get(attempt)!
    const guidance = pendingGuidance(run, task)
    const count = guidanceOf(run, task).said.length
    const facts: readonly Fact[] =
      guidance.length > 0
        ? [{ type: 'guidance-delivered', task, attempt, said: count, how: 'read' }]
        : []
    return { accepted: true, facts, affected: [], guidance }
  },
  say: () => 'There are no messages.',
})

export const takeGuidanceHelp: AskHelp = {
  by: 'agents',
  does: 'give a working agent its messages from people',
  commands: ['session'],
  tool: 'get_guidance',
  noUndo: 'its agent has read it',
}
