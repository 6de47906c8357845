/** What the terminal view needs of a run that is conducted in this process or watched from another one. */
import type { Ask } from '../core/ask/ask.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import type { Run } from '../core/run/run.ts'

export interface LiveRun {
  /** The fold itself, which is changed in place; its `sequence` tells that it has changed. */
  current(): Run
  /** Calls the listener after events were applied. Returns the function that unsubscribes. */
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
