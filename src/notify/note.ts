/** A note to people: one short text for one reason, without keys and without control characters for a terminal. */
import type { Attention, AttentionKind } from '../core/report/attention.ts'
import type { TaskId } from '../core/value/ids.ts'
import { plainText } from '../core/text/plain-text.ts'
import { taskOf, type Run } from '../core/run/run.ts'
import { sayAttention } from '../core/say/say-attention.ts'
import { sayCount } from '../core/say/say-count.ts'
import { maskOutput } from '../processes/mask-output.ts'

export interface Note {
  readonly kind: AttentionKind | 'completed' | 'failed'
  readonly run: string
  /** null: the note concerns the whole run. */
  readonly task: TaskId | null
  readonly name: string
  readonly text: string
}

export const noteOn = (run: Run, item: Attention, now: number): Note => ({
  kind: item.kind,
  run: run.id,
  task: item.task,
  name: item.task === null ? run.plan.name : taskOf(run, item.task).name,
  text: sayAttention(item, now),
})

export const noteOnEnd = (run: Run, kind: 'completed' | 'failed'): Note => ({
  kind,
  run: run.id,
  task: null,
  name: run.plan.name,
  text: `${kind}: ${run.counts.landed} of ${sayCount(run.plan.tasks.length, 'task')} landed`,
})

/** The programs that show a longer note would cut it, in worse places. */
const LONGEST = 500

/** The message with its placeholders filled in, in one line. */
export function wordsOf(note: Note, message: string): string {
  const parts: Readonly<Record<string, string>> = {
    task_id: note.task ?? `run ${note.run}`,
    task_name: note.name,
    text: note.text,
  }
  const filled = message.replace(/\{(task_id|task_name|text)\}/g, (_, part: string) => parts[part]!)
  const line = plainText(maskOutput(filled)).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

/** The note as a JSON document for programs. */
export const documentOf = (note: Note, text: string): object => ({
  kind: note.kind,
  run: note.run,
  task: note.task,
  task_name: wordsOf(note, '{task_name}'),
  text,
})
