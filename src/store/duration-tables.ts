/** The tables from which durations are learned: what each task was to do, and how long each attempt worked on it. */
import type { DatabaseSync } from 'node:sqlite'
import { kindOfWork } from '../core/durations/kind-of-work.ts'
import type { Knowledge } from '../core/durations/estimate-tasks.ts'
import { learnFrom, PAST_COUNTS, type Past, type PastWork } from '../core/durations/learned.ts'
import type { Plan, Task } from '../core/plan/plan.ts'
import type { Event } from '../core/run/event.ts'
import type { Outcome } from '../core/run/failure.ts'
import type { TaskId } from '../core/value/ids.ts'
import { workDigest } from './work-digest.ts'

export const DURATION_TABLES = ['works', 'durations'] as const

type Sql = (text: string, ...values: readonly (string | number | null)[]) => void

export function writeDurations(sql: Sql, event: Event): void {
  const { run, at } = event
  switch (event.type) {
    case 'run-started':
      return event.plan.tasks.forEach((task) => addWork(sql, run, task))
    case 'tasks-added':
      return event.tasks.forEach((task) => addWork(sql, run, task))
    case 'task-changed':
      if (event.change.estimate === undefined) return
      return sql(
        'update works set given_s = ?3 where run = ?1 and task = ?2',
        run,
        event.task,
        event.change.estimate.given,
      )
    case 'attempt-started':
      return sql(START, event.attempt, run, event.task, at)
    case 'condition-changed':
      return event.condition.is === 'permission' || event.condition.is === 'question'
        ? sql(
            'update durations set waits_since = coalesce(waits_since, ?2) where attempt = ?1',
            event.attempt,
            event.condition.since,
          )
        : sql(`${GOES_ON} where attempt = ?2`, at, event.attempt)
    case 'permission-decided':
      return sql(`${GOES_ON} where run = ?2 and task = ?3`, at, run, event.task)
    case 'attempt-ended':
      return endAttempt(sql, event)
    case 'review-needed':
    case 'landing-asked':
    case 'task-sent-back':
      return sql('update durations set by_person = 1 where run = ? and task = ?', run, event.task)
    case 'task-landed':
      if (event.commit === null) return
      return sql(
        `update durations set landed_at = ?3 where run = ?1 and task = ?2 and outcome = 'succeeded' and landed_at is null`,
        run,
        event.task,
        at,
      )
    default:
  }
}

function addWork(sql: Sql, run: string, task: Task): void {
  const { agent, model, size } = kindOfWork(task)
  const { words, files } = size
  const { given } = task.estimate
  sql(ADD_WORK, run, task.id, workDigest(task), agent, model, words, files, given)
}

const ADD_WORK = `insert into works (run, task, work_digest, agent, model, words, files, given_s)
  values (?, ?, ?, ?, ?, ?, ?, ?)`

/** After the first success, an attempt resolves or repeats something, which says nothing about the work itself. */
const START = `insert into durations (attempt, run, task, started_at, is_own) values (?1, ?2, ?3, ?4,
  not exists (select 1 from durations where run = ?2 and task = ?3 and outcome = 'succeeded'))`

const GOES_ON = `update durations set
  waited_s = waited_s + coalesce(max(0, ?1 - waits_since), 0) / 1000.0, waits_since = null`

/** Work that goes on from an attempt that asked took the time of both; if the other part is not known, it does not count. */
function endAttempt(sql: Sql, event: Event & { type: 'attempt-ended' }): void {
  const { outcome, run, task, attempt, at } = event
  sql(`${GOES_ON} where attempt = ?2`, at, attempt)
  const seconds = outcome.is === 'lost' ? null : outcome.profile.wallSeconds
  sql(
    `update durations set outcome = ?2, ended_at = ?3, seconds = max(0, ?4 - waited_s) + (
       select coalesce(sum(seconds), 0) from durations
       where run = ?5 and task = ?6 and attempt <> ?1 and outcome in ('asked', 'over-budget'))
     where attempt = ?1`,
    attempt,
    wasCutOff(outcome) ? 'lost' : outcome.is,
    at,
    seconds,
    run,
    task,
  )
  if (wasCutOff(outcome))
    sql(
      `update durations set is_own = 0 where run = ? and task = ? and outcome = 'lost'`,
      run,
      task,
    )
}

/** The next attempt goes on where this one was. */
const wasCutOff = (outcome: Outcome): boolean =>
  outcome.is === 'lost' ||
  (outcome.is === 'failed' &&
    (outcome.failure.is === 'rate-limited' || outcome.failure.is === 'model'))

/** The attempts that count: the work itself, done in one go or after a question, before this time. */
const WORK = `from durations d join works w on w.run = d.run and w.task = d.task
  where d.outcome = 'succeeded' and d.is_own and d.ended_at < ?1 and not exists (
    select 1 from durations x where x.run = d.run and x.task = d.task and x.outcome = 'lost')`

/** before: only what had ended before this time, in milliseconds since 1970. */
export function knowledgeIn(
  db: DatabaseSync,
  plan: Plan,
  before = Infinity,
): Omit<Knowledge, 'conflicts'> {
  const at = Math.min(before, Number.MAX_SAFE_INTEGER)
  return {
    learned: learnFrom(pastIn(db, at)),
    sameWork: sameWorkIn(db, plan, at),
  }
}

/** How long the newest work took, in seconds; the newest first. */
export const workSecondsIn = (db: DatabaseSync): readonly number[] =>
  db
    .prepare(
      `select d.seconds ${WORK} and d.seconds > 0 order by d.ended_at desc limit ${PAST_COUNTS}`,
    )
    .all(Number.MAX_SAFE_INTEGER)
    .map((row) => Number(row['seconds']))

function pastIn(db: DatabaseSync, before: number): Past {
  const columns = 'w.agent, w.model, w.words, w.files, w.given_s, d.seconds'
  const work = db
    .prepare(`select ${columns} ${WORK} order by d.ended_at desc limit ${PAST_COUNTS}`)
    .all(before)
    .map(pastWork)
  const landings = db
    .prepare(
      `select (landed_at - ended_at) / 1000.0 as seconds from durations
       where landed_at < ? and not by_person and is_own order by landed_at desc limit 50`,
    )
    .all(before)
    .map((row) => Number(row['seconds']))
  const counts = db
    .prepare(
      `select count(*) as tries, coalesce(sum(outcome = 'failed'), 0) as failures from (
         select outcome from durations where outcome in ('succeeded', 'failed') and ended_at < ?
         order by ended_at desc limit ${PAST_COUNTS})`,
    )
    .get(before)!
  return { work, landings, tries: Number(counts['tries']), failures: Number(counts['failures']) }
}

const pastWork = (row: Record<string, unknown>): PastWork => ({
  agent: row['agent'] as string,
  model: row['model'] as string | null,
  size: { words: Number(row['words']), files: Number(row['files']) },
  given: row['given_s'] === null ? null : Number(row['given_s']),
  seconds: Number(row['seconds']),
})

/** The last five times that each task of the plan was done with the same words, the newest first. */
function sameWorkIn(
  db: DatabaseSync,
  { tasks }: Plan,
  before: number,
): ReadonlyMap<TaskId, readonly number[]> {
  const query = db.prepare(
    `select d.seconds ${WORK} and w.task = ?2 and w.work_digest = ?3 order by d.ended_at desc limit 5`,
  )
  return new Map(
    tasks.flatMap((task) => {
      const rows = query.all(before, task.id, workDigest(task))
      return rows.length === 0
        ? []
        : [[task.id, rows.map((row) => Number(row['seconds']))] as const]
    }),
  )
}
