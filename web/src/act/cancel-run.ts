/** Cancels the whole run, once the user has confirmed it. */
import type { Run } from '../../../src/core/run/run.ts'
import { askPerson } from '../parts/ask-person.tsx'
import { doAsk } from './do-ask.ts'

export async function cancelRun(run: Run): Promise<boolean> {
  const text =
    'Working tasks are stopped and waiting tasks are cancelled. The work of agents stays in their worktrees.'
  const answer = await askPerson({
    title: `Cancel run ${run.id}?`,
    text,
    yes: 'Cancel the run',
    isDanger: true,
  })
  return answer !== null && doAsk(run, { ask: 'cancel-run' })
}
