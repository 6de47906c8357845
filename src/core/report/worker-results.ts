/** What each worker has returned: its tasks, its time, and what its attempts have changed. */
import type { Changes } from '../landing/delivery.ts'
import type { TaskId } from '../value/ids.ts'
import type { Attempt, Run } from '../run/run.ts'

export interface WorkerResult {
  readonly worker: number
  /** Those it has tried, in the order it first did. */
  readonly tasks: readonly TaskId[]
  readonly attempts: number
  /** Of all its attempts together. */
  readonly duration_s: number
  /** null: nothing was handed over. */
  readonly files_created: number | null
  readonly files_changed: number | null
  readonly lines_added: number | null
  readonly lines_deleted: number | null
}

/** By their numbers. What was cut off with its coordinator nobody returned. */
export function workerResults(run: Run): readonly WorkerResult[] {
  const ended = [...run.attempts.values()].filter((one) => one.ended?.outcome.is !== 'lost')
  return [...Map.groupBy(ended, ({ worker }) => worker)]
    .toSorted(([a], [b]) => a - b)
    .map(([worker, attempts]) => ({
      worker,
      tasks: [...new Set(attempts.map(({ task }) => task))],
      attempts: attempts.length,
      duration_s: rounded(attempts.reduce((sum, one) => sum + secondsOf(one, run.lastEventAt), 0)),
      ...inSnakeCase(changesOf(attempts)),
    }))
}

const changesOf = (attempts: readonly Attempt[]): Changes | null =>
  attempts
    .flatMap(({ delivery }) => delivery?.changes ?? [])
    .reduce((sum: Changes | null, one) => (sum === null ? one : plus(sum, one)), null)

const plus = (a: Changes, b: Changes): Changes => ({
  filesCreated: a.filesCreated + b.filesCreated,
  filesChanged: a.filesChanged + b.filesChanged,
  linesAdded: a.linesAdded + b.linesAdded,
  linesDeleted: a.linesDeleted + b.linesDeleted,
})

export function secondsOf({ startedAt, ended }: Attempt, now: number): number {
  if (ended === null) return (now - startedAt) / 1000
  return ended.outcome.is === 'lost' ? 0 : ended.outcome.profile.wallSeconds
}

/** As all our JSON says it. */
export const inSnakeCase = (changes: Changes | null) => ({
  files_created: changes?.filesCreated ?? null,
  files_changed: changes?.filesChanged ?? null,
  lines_added: changes?.linesAdded ?? null,
  lines_deleted: changes?.linesDeleted ?? null,
})

/** To the millisecond, or four digits of a ratio. */
export const rounded = (number: number): number => Math.round(number * 10_000) / 10_000
