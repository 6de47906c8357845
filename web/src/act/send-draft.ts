/** Gives a draft to the server, which makes it when a run is started. */
import type { PlanChange } from '../../../src/core/plan/plan-changes.ts'
import { answer, api, Refused } from '../data/api/client.ts'
import { say } from '../parts/toasts.tsx'
import { clearDraft, readDraft } from './plan-draft.ts'

/** Whether the server has it now; then it is in the plan, and no draft here any more. */
export async function sendDraft(): Promise<boolean> {
  const draft = readDraft()
  if (draft.length === 0) return true
  try {
    await answer(api.api.plan.$patch({ json: { tasks: draft.map(spoken) } }))
    clearDraft()
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
    return false
  }
}

/** As people write it, which is how the API takes it. */
const spoken = ({ task, change: { estimate, dependencies, files, ...change } }: PlanChange) => ({
  task,
  ...change,
  ...(dependencies === undefined ? {} : { dependencies: [...dependencies] }),
  ...(files === undefined ? {} : { files: [...files] }),
  ...(estimate === undefined ? {} : { estimate: estimate.seconds }),
})
