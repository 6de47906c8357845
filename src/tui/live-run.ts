/** What the terminal view needs of a run, whether it is conducted in this process or watched from afar. */
import type { Ask } from '../core/ask/ask.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import type { Run } from '../core/run/run.ts'

export interface LiveRun {
  /** The fold itself, changed in place; `sequence` tells that it moved. */
  current(): Run
  /** Called after events were applied. Returns what ends it. */
  subscribe(listener: () => void): () => void
  /** The last line of output, secrets already masked; it may contain ANSI. */
  lastLine(attempt: AttemptId): string | null
  /** The last lines of the task's newest attempt. */
  log(task: TaskId, lines: number): readonly string[]
  ask(ask: Ask): Promise<AskResult>
}

export type AskResult =
  | { readonly accepted: true; readonly affected: readonly TaskId[] }
  | { readonly accepted: false; readonly why: string }
