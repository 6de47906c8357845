/** The results of each worker: its tasks, its time, and what its attempts have changed. */
import type { Changes } from '../landing/delivery.ts'
import type { TaskId } from '../value/ids.ts'
import { attemptsAt, type Attempt, type Run } from '../run/run.ts'

export interface WorkerResult {
  readonly worker: number
  /** The tasks it has tried, in the order of its first attempts. */
  readonly tasks: readonly TaskId[]
  readonly attempts: number
  /** The time of all its attempts together. */
  readonly duration_s: number
  /** null: there is no delivery. */
  readonly files_created: number | null
  readonly files_changed: number | null
  readonly lines_added: number | null
  readonly lines_deleted: number | null
}

/** Sorted by worker number. Attempts that were lost with their coordinator do not count. */
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

/** The time that all attempts at a task took together: what every surface shows after its end. */
export const secondsOfTask = (run: Run, task: TaskId, now: number = run.lastEventAt): number =>
  attemptsAt(run, task).reduce((sum, attempt) => sum + secondsOf(attempt, now), 0)

/** In snake case, as in all our JSON. */
export const inSnakeCase = (changes: Changes | null) => ({
  files_created: changes?.filesCreated ?? null,
  files_changed: changes?.filesChanged ?? null,
  lines_added: changes?.linesAdded ?? null,
  lines_deleted: changes?.linesDeleted ?? null,
})

/** Rounds to four digits after the point. */
export const rounded = (number: number): number => Math.round(number * 10_000) / 10_000
