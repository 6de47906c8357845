/** Starts a run of the task file. When an earlier run of it is not finished, the user decides about that one. */
import { answer, api, Refused } from '../data/api/client.ts'
import { askPerson } from '../parts/ask-person.tsx'
import { say } from '../parts/toasts.tsx'

/** Sends the draft first. Returns whether the run was started. */
export async function startRun(unfinished: 'new' | null = null, onTop = false): Promise<boolean> {
  const { sendDraft } = await import('./send-draft.ts')
  if (!(await sendDraft())) return false
  try {
    await answer(api.api.runs.$post({ json: { unfinished, ...(onTop && { on_top: true }) } }))
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
