/** Sends an ask to the run for the user, says whether it was accepted, and offers to undo it. */
import { sayAnswer, undoOf, type Ask } from '../../../src/core/ask/ask.ts'
import type { TaskId } from '../../../src/core/value/ids.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { askWith, type TaskAction } from '../../../src/core/ask/task-actions.ts'
import { ask as send } from '../data/api/client.ts'
import { projectOfRun } from '../data/api/project.ts'
import { askPerson } from '../parts/ask-person.tsx'
import { say } from '../parts/toasts.tsx'

/** Returns whether the ask was accepted. */
export async function doAsk(run: Run, ask: Ask): Promise<boolean> {
  const undo = undoOf(run, ask)
  const answer = await send(ask, projectOfRun(run))
  if (answer.ok) {
    const message = sayAnswer(ask, answer.affected, () => run)
    say(message, { undo: undo && (() => void doAsk(run, undo)) })
  } else say(answer.error.message, { kind: 'refused', hint: answer.error.hint })
  return answer.ok
}

/** Text of asks that were refused, by dialog title: the dialog shows it again when the user retries. */
const unsent = new Map<string, string>()

/** Asks the user first for the confirmation or the text that the action needs; returns whether it was accepted. */
export async function doAction(run: Run, task: TaskId, action: TaskAction): Promise<boolean> {
  const title = `${action.label}: ${task}`
  const words = await wordsFor(title, action)
  const ask = words === null ? null : askWith(action, task, words)
  if (ask === null) return false
  const isDone = await doAsk(run, ask)
  if (isDone) unsent.delete(title)
  else unsent.set(title, words!)
  return isDone
}

function wordsFor(title: string, { label, words, confirm }: TaskAction): Promise<string | null> {
  if (words !== null)
    return askPerson({
      title,
      words,
      said: unsent.get(title) ?? '',
      yes: label,
      ...(confirm && { text: confirm }),
    })
  if (confirm !== null) return askPerson({ title: confirm, yes: label, isDanger: true })
  return Promise.resolve('')
}
