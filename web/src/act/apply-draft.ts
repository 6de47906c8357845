/** Applies the draft to the live run. */
import type { Ask } from '../../../src/core/ask/ask.ts'
import type { PlanChange } from '../../../src/core/plan/plan-changes.ts'
import type { TaskChange } from '../../../src/core/plan/plan.ts'
import { taskOf, type Run } from '../../../src/core/run/run.ts'
import { sayCount } from '../../../src/core/say/say-count.ts'
import { ask } from '../data/api/client.ts'
import { say } from '../parts/toasts.tsx'
import { takeBack } from './plan-draft.ts'

/** Asks for one change after another, in an order in which each can be made. A refused one stays in the draft. */
export async function applyDraft(run: Run, changes: readonly PlanChange[]): Promise<void> {
  const undoing = changes.map(({ task, change }) => ({ task, change: wayBack(run, task, change) }))
  let made = 0
  for (const { task, change } of changes) {
    const answer = await ask({ ask: 'change', task, change })
    if (!answer.ok) {
      say(answer.error.message, { kind: 'refused', hint: answer.error.hint })
      break
    }
    made++
    for (const field of Object.keys(change) as (keyof TaskChange)[]) takeBack(task, field)
  }
  if (made > 0)
    say(`Changed ${sayCount(made, 'task')}.`, { undo: () => void undo(undoing.slice(0, made)) })
}

/** The change that puts the same fields back to what they are in the run now. */
function wayBack(run: Run, task: PlanChange['task'], change: TaskChange): TaskChange {
  const before = taskOf(run, task)
  const fields = Object.keys(change) as (keyof TaskChange)[]
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}

/** Undoes the last change first, so that each can be made. */
async function undo(changes: readonly PlanChange[]): Promise<void> {
  for (const change of changes.toReversed()) {
    const answer = await ask({ ask: 'change', ...change } satisfies Ask)
    if (!answer.ok) return say(answer.error.message, { kind: 'refused', hint: answer.error.hint })
  }
  say('Undone.')
}
