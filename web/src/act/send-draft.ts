/** Sends the draft to the server, which applies it when a run is started. */
import type { PlanChange } from '../../../src/core/plan/plan-changes.ts'
import { answer, api, Refused } from '../data/api/client.ts'
import { say } from '../parts/toasts.tsx'
import { clearDraft, readDraft } from './plan-draft.ts'

/** Returns whether the server took the draft; if so, the changes are in the plan and the draft here is empty. */
export async function sendDraft(): Promise<boolean> {
  const draft = readDraft()
  if (draft.length === 0) return true
  try {
    await answer(api.api.plan.$patch({ json: { tasks: draft.map(asInFile) } }))
    clearDraft()
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
    return false
  }
}

/** A change as users write it in a task file, which is how the API takes it. */
const asInFile = ({ task, change }: PlanChange) => {
  const { estimate, dependencies, files, togetherWith, apartFrom, ...others } = change
  return {
    task,
    ...others,
    ...(dependencies === undefined ? {} : { dependencies: [...dependencies] }),
    ...(files === undefined ? {} : { files: [...files] }),
    ...(togetherWith === undefined ? {} : { together_with: [...togetherWith] }),
    ...(apartFrom === undefined ? {} : { apart_from: [...apartFrom] }),
    ...(estimate === undefined ? {} : { estimate: estimate.seconds }),
  }
}
