/** Where things are under `.conductor/`. */
import { join } from 'node:path'
import type { RunId, TaskId } from '../core/ids.ts'

export const runFolder = (home: string, run: RunId): string => join(home, `run-${run}`)

/** Everything an attempt leaves behind that is not in git: transcript, prompt, artefacts. */
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
  return join(runFolder(home, attempt.run), `executor_${attempt.worker}`, name)
}

export const exitLog = (home: string, run: RunId, worker: number): string =>
  join(runFolder(home, run), `executor_${worker}.exits`)
