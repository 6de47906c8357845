/** Makes what is drafted true of the run that goes on. */
import type { Ask } from '../../../src/core/ask/ask.ts'
import type { PlanChange } from '../../../src/core/plan/plan-changes.ts'
import type { TaskChange } from '../../../src/core/plan/plan.ts'
import { taskOf, type Run } from '../../../src/core/run/run.ts'
import { sayCount } from '../../../src/core/say/say-count.ts'
import { ask } from '../data/api/client.ts'
import { say } from '../parts/toasts.tsx'
import { takeBack } from './plan-draft.ts'

/** One after another, in an order in which each can be made; what is refused stays in the draft, and is told. */
export async function applyDraft(run: Run, changes: readonly PlanChange[]): Promise<void> {
  const back = changes.map(({ task, change }) => ({ task, change: wayBack(run, task, change) }))
  let made = 0
  for (const { task, change } of changes) {
    const asked = await ask({ ask: 'change', task, change })
    if (!asked.ok) {
      say(asked.error.message, { kind: 'refused', hint: asked.error.hint })
      break
    }
    made++
    for (const field of Object.keys(change) as (keyof TaskChange)[]) takeBack(task, field)
  }
  if (made > 0)
    say(`Changed ${sayCount(made, 'task')}.`, { undo: () => void undo(back.slice(0, made)) })
}

/** What these things were before. */
function wayBack(run: Run, task: PlanChange['task'], change: TaskChange): TaskChange {
  const before = taskOf(run, task)
  const fields = Object.keys(change) as (keyof TaskChange)[]
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}

/** The last one first, so that each can be made. */
async function undo(changes: readonly PlanChange[]): Promise<void> {
  for (const change of changes.toReversed()) {
    const asked = await ask({ ask: 'change', ...change } satisfies Ask)
    if (!asked.ok) return say(asked.error.message, { kind: 'refused', hint: asked.error.hint })
  }
  say('As it was.')
}
