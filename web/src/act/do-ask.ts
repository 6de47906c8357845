/** Asks something of the run for the person, says what came of it, and offers the way back. */
import { sayAnswer, undoOf, type Ask } from '../../../src/core/ask/ask.ts'
import type { TaskId } from '../../../src/core/value/ids.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { askWith, type TaskAction } from '../../../src/core/ask/task-actions.ts'
import { ask as send } from '../data/api/client.ts'
import { askPerson } from '../parts/ask-person.tsx'
import { say } from '../parts/toasts.tsx'

/** Whether it was accepted. */
export async function doAsk(run: Run, ask: Ask): Promise<boolean> {
  const undo = undoOf(run, ask)
  const asked = await send(ask)
  if (asked.ok) {
    const said = sayAnswer(ask, asked.affected, () => run)
    say(said, { undo: undo && (() => void doAsk(run, undo)) })
  } else say(asked.error.message, { kind: 'refused', hint: asked.error.hint })
  return asked.ok
}

/** Words that nobody took, by what they were for: they stand there again when the person tries once more. */
const unsent = new Map<string, string>()

/** What has to be confirmed or said first is asked for. */
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
