/** Starts a run of the task file. When one of it is not finished, the person says what to do with that. */
import type { ApiError } from '../../../src/server/api-error.ts'
import { askPerson } from '../ui/ask-person.tsx'
import { say } from '../ui/toasts.tsx'

/** Whether it has been started. */
export async function startRun(unfinished: 'new' | null = null): Promise<boolean> {
  const response = await fetch('/api/runs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ unfinished }),
  })
  if (response.ok) return true
  const error = (await response.json()) as ApiError
  if (error.error === 'unfinished' && unfinished === null) return startAfresh(error)
  say(error.message, { kind: 'refused', hint: error.hint })
  return false
}

async function startAfresh({ message }: ApiError): Promise<boolean> {
  const answer = await askPerson({ title: 'Start afresh?', text: message, yes: 'Start a new run' })
  return answer !== null && startRun('new')
}
