/** What is said between a process that wants to know and the process that foresees. */
import type { TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { ForeseenFile } from '../../core/foresight/foreseen-file.ts'
import type { Progress } from '../../foresight/progress.ts'

export type ForesightStanding =
  /** Answers are made from paths and the newest messages alone. */
  | { readonly is: 'building'; readonly progress: Progress | null }
  | { readonly is: 'ready'; readonly commit: string; readonly note: string | null }
  /** Nothing can be foreseen. */
  | { readonly is: 'none'; readonly why: string }

export interface ForesightQuestion {
  readonly number: number
  /** Empty: only the standing is wanted. */
  readonly tasks: readonly TaskToForesee[]
}

export interface ForesightAnswer {
  readonly number: number
  readonly standing: ForesightStanding
  /** For each task, in the order of the question. */
  readonly files: readonly (readonly ForeseenFile[])[]
}
