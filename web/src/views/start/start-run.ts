/** Starts a run of the task file. When an earlier run of it is not finished, the user decides about that one. */
import type { StartWish } from '../../act/new-work.ts'
import { sendDraft } from '../../act/send-draft.ts'
import { Refused } from '../../data/api/client.ts'
import { postStart, type StartChoice } from '../../data/api/start.ts'
import { askPerson } from '../../parts/ask-person.tsx'
import { say } from '../../parts/toasts.tsx'

/** Sends the draft of this page first. Returns whether the run was started. */
export async function startRun(
  choice: StartChoice,
  { onTop }: Pick<StartWish, 'onTop'>,
  unfinished: 'new' | null = null,
): Promise<boolean> {
  if (!(await sendDraft())) return false
  try {
    const { run } = await postStart(choice, { unfinished, onTop })
    say(`Started run ${run}.`)
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.body.error === 'unfinished' && unfinished === null) return startAfresh(error)
    say(error.message, { kind: 'refused', hint: error.hint })
    return false
  }

  async function startAfresh({ message }: Refused): Promise<boolean> {
    const text = await askPerson({ title: 'Start afresh?', text: message, yes: 'Start a new run' })
    return text !== null && startRun(choice, { onTop }, 'new')
  }
}
