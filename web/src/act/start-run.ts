/** Starts a run of the task file. When one of it is not finished, the person says what to do with that. */
import { answer, api, Refused } from '../data/api/client.ts'
import { askPerson } from '../parts/ask-person.tsx'
import { say } from '../parts/toasts.tsx'

/** With what is drafted in the plan. Whether it has been started. */
export async function startRun(unfinished: 'new' | null = null): Promise<boolean> {
  const { sendDraft } = await import('./send-draft.ts')
  if (!(await sendDraft())) return false
  try {
    await answer(api.api.runs.$post({ json: { unfinished } }))
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.body.error === 'unfinished' && unfinished === null) return startAfresh(error)
    say(error.message, { kind: 'refused', hint: error.hint })
    return false
  }
}

async function startAfresh({ message }: Refused): Promise<boolean> {
  const text = await askPerson({ title: 'Start afresh?', text: message, yes: 'Start a new run' })
  return text !== null && startRun('new')
}
