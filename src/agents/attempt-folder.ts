/** Where things are under `.conductor/`. */
import { join } from 'node:path'
import type { RunId, TaskId } from '../core/value/ids.ts'

export const runFolder = (home: string, run: RunId): string => join(home, `run-${run}`)

export const executorFolder = (home: string, run: RunId, worker: number): string =>
  join(runFolder(home, run), `executor_${worker}`)

/**
 * Everything an attempt leaves behind that is not in git: transcript, prompt, artefacts. Made when
 * there is something to put into it.
 */
export function attemptFolder(
  home: string,
  attempt: {
    readonly run: RunId
    readonly task: TaskId
    readonly number: number
    readonly worker: number
  },
): string {
  const name = attempt.number === 1 ? attempt.task : `${attempt.task}.${attempt.number}`
  return join(executorFolder(home, attempt.run, attempt.worker), name)
}

export const exitLog = (home: string, run: RunId, worker: number): string =>
  `${executorFolder(home, run, worker)}.exits`

export const sessionsFolder = (home: string): string => join(home, 'sessions')

export const summaryFile = (home: string, run: RunId): string =>
  join(runFolder(home, run), 'summary.json')

/** Beside the folder of the attempt, so that writing to it needs nothing else. */
export const addFile = (folder: string): string => `${folder}.add.jsonl`

export const addAnswers = (folder: string): string => `${folder}.add.answers.jsonl`
