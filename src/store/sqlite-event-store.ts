/** Stores the events in one SQLite file (WAL, full durability), and the tables that follow them a moment later. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { EventStore } from '../conduct/ports.ts'
import { NO_KNOWLEDGE, type Knowledge } from '../core/durations/estimate-tasks.ts'
import type { Event, Fact } from '../core/run/event.ts'
import { ifItCanBe } from '../core/run/hindrance.ts'
import type { RunId } from '../core/value/ids.ts'
import type { Plan } from '../core/plan/plan.ts'
import { MIGRATIONS } from './migrations.ts'
import { makePrivateFile } from './private-file.ts'
import { conflictsIn } from './conflict-history.ts'
import { eventOf, followingTables, inTransaction } from './following-tables.ts'
import { knowledgeIn, workSecondsIn } from './duration-tables.ts'

export interface SqliteEventStore extends EventStore {
  /** The run of the newest event; null: there is no event. */
  newestRun(): RunId | null
  /** Deletes the tables and rebuilds them from event 1. Returns how many events that took. */
  rebuildTables(): number
  /** The newest run of a plan file, running or over; null when the file was never run here. */
  newestRunOf(planFile: string): RunId | null
  /** The runs that have an event of this type. */
  runsWith(type: Event['type']): readonly RunId[]
  /** Of the latest runs, this many at most, those whose last event is not their end; the oldest first. */
  unfinishedRuns(most: number): readonly RunId[]
  /** Whether a run has begun with the plan that was made at this time (PlanMaking). */
  hasRunOfPlan(madeAt: string): boolean
  /** What SQLite itself finds wrong; empty when all is well. */
  faults(): readonly string[]
  /**
   * Copies the whole store to a file that must not exist yet; works also when the store's own file has been
   * deleted.
   */
  copyTo(file: string): void
  /** What earlier runs teach about how long the tasks of the plan take. before: milliseconds since 1970. */
  knowledgeFor(plan: Plan, before?: number): Knowledge
  /** How long the newest work of tasks took, in seconds. */
  workSeconds(): readonly number[]
  /** What an hour of an agent's work has cost, over all attempts that had a cost; null: none had. */
  usdPerHour(): number | null
}

/** The file cannot be used as it is; nothing in it was changed. */
export class StoreRefused extends Error {
  readonly why: 'newer' | 'corrupt' | 'locked' | 'missing' | 'foreign' | 'full' | 'read-only'
  constructor(why: StoreRefused['why'], message: string, cause?: unknown) {
    super(message, { cause })
    this.why = why
  }
}

export interface StoreOptions {
  /** 'once': for a moment, also where nothing can be written, as on a full disk. */
  readonly readOnly?: boolean | 'once'
}

export function openSqliteEventStore(file: string, options: StoreOptions = {}): SqliteEventStore {
  const { readOnly = false } = options
  if (readOnly !== 'once') return explainingRefusal(file, () => openStore(file, readOnly))
  try {
    return openSqliteEventStore(file, { readOnly: true })
  } catch (error) {
    if (!couldNotOpen(error) || !isAtRest(file)) throw error
    return explainingRefusal(file, () => openStore(file, true, unchanging(file)))
  }
}

/** Another reason stays: a file that another program has locked may be changing right now. */
const couldNotOpen = (error: unknown): boolean =>
  error instanceof StoreRefused && ['missing', 'read-only', 'full'].includes(error.why)

/**
 * To read a file with a write-ahead log, SQLite makes files beside it. Where it cannot, it can read the file as one
 * that does not change, which is true if the log is empty: nobody else can write there, either.
 */
function isAtRest(file: string): boolean {
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size(file) > 0 && size(`${file}-wal`) === 0
}

function unchanging(file: string): URL {
  const address = pathToFileURL(file)
  address.searchParams.set('immutable', '1')
  return address
}

function openStore(
  file: string,
  readOnly: boolean,
  address: string | URL = file,
): SqliteEventStore {
  if (!readOnly && file !== ':memory:') makePrivateFile(file)
  const db = new DatabaseSync(address, { readOnly, timeout: 5000 })
  try {
    return storeOn(db, file, readOnly)
  } catch (error) {
    db.close()
    throw error
  }
}

/** These events do not make an older run the current one: its result was taken, or its pull requests were read. */
const ABOUT_PAST_RUNS: readonly Event['type'][] = [
  'take-begun',
  'take-dropped',
  'result-taken',
  'take-undone',
  'take-lost',
  'publishing-begun',
  'pull-published',
  'pull-opened',
  'pull-taken-over',
  'pull-seen',
  'pull-shared',
  'pull-troubled',
  'review-asked',
  'pull-set',
  'pull-renewed',
  'pull-not-needed',
  'forge-troubled',
]

const PAST = ABOUT_PAST_RUNS.map((type) => `'${type}'`).join(', ')

function storeOn(db: DatabaseSync, file: string, readOnly: boolean): SqliteEventStore {
  refuseStrangers(db, file)
  if (!readOnly) db.exec('pragma journal_mode = wal; pragma synchronous = full')
  bringForward(db, file, readOnly)

  const newest = db.prepare('select coalesce(max(sequence), 0) as sequence from events')
  const ofNewest = db.prepare(
    `select run from events
     where type not in (${PAST})
     order by sequence desc limit 1`,
  )
  // One pass over the events of these runs. With max(), SQLite takes the type from the row that has it.
  const ofUnfinished = db.prepare(
    `with latest as (
       select run, sequence as began from events where type = 'run-started' order by +sequence desc limit ?1
     )
     select run from (
       select run, type, max(sequence) from events
       where sequence >= (select min(began) from latest) and run in (select run from latest)
       and type not in (${PAST}) group by run
     ) where type <> 'run-ended' order by cast(run as integer)`,
  )
  const insert = readOnly ? null : db.prepare('insert into events values (?, ?, ?, ?, ?)')
  const ofRun = db.prepare(
    `select sequence, run, at, fact from events
     where run = ?1 and sequence > ?2 and sequence >= (${START_OF_RUN}) order by sequence`,
  )
  const ofFile = db.prepare(
    `select e.run from events e join runs r on r.run = e.run
     where e.type = 'run-started' and r.plan_file = ? order by e.sequence desc limit 1`,
  )
  const tables = readOnly ? null : followingTables(db)
  let sequence = lastSequence()

  return {
    lastSequence,
    append(events) {
      explainingRefusal(file, () => insertAll(events))
      sequence += events.length
      tables!.follow(events)
    },
    *eventsOf(run, after = 0) {
      for (const row of ofRun.iterate(run, after)) yield eventOf(row)
    },
    runs: () =>
      db
        // The plus keeps SQLite from walking through all events in their order: the index of the run starts is small.
        .prepare(`select run from events where type = 'run-started' order by +sequence`)
        .all()
        .map((row) => row['run'] as RunId),
    newestRun: () => (ofNewest.get()?.['run'] as RunId | undefined) ?? null,
    newestRunOf(planFile) {
      tables?.catchUp()
      return (ofFile.get(planFile)?.['run'] as RunId | undefined) ?? null
    },
    runsWith: (type) =>
      db
        .prepare('select distinct run from events where type = ?')
        .all(type)
        .map((row) => row['run'] as RunId),
    unfinishedRuns: (most) => ofUnfinished.all(most).map((row) => row['run'] as RunId),
    hasRunOfPlan: (madeAt) =>
      db
        .prepare(
          `select 1 from events
           where type = 'run-started' and at >= ?1 and json_extract(fact, '$.planned.madeAt') = ?2`,
        )
        .get(Date.parse(madeAt), madeAt) !== undefined,
    rebuildTables: () => tables!.rebuild(),
    faults: () =>
      db
        .prepare('pragma integrity_check(20)')
        .all()
        .map((row) => String(row['integrity_check']))
        .filter((line) => line !== 'ok'),
    copyTo: (copy) => void db.prepare('vacuum into ?').run(copy),
    knowledgeFor(plan, before) {
      tables?.catchUp()
      // A reader does not migrate an older store, whose tables lack what is asked for here.
      if (versionOf(db) < MIGRATIONS.length) return NO_KNOWLEDGE
      return { ...knowledgeIn(db, plan, before), conflicts: conflictsIn(db, before) }
    },
    workSeconds() {
      tables?.catchUp()
      return versionOf(db) < MIGRATIONS.length ? [] : workSecondsIn(db)
    },
    usdPerHour() {
      tables?.catchUp()
      if (versionOf(db) < MIGRATIONS.length) return null
      const row = db
        .prepare(
          'select sum(cost_usd) as usd, sum(wall_s) / 3600 as hours from attempts where cost_usd > 0 and wall_s > 0',
        )
        .get()
      const hours = Number(row?.['hours'] ?? 0)
      return hours > 0 ? Number(row!['usd']) / hours : null
    },
    close() {
      try {
        // If catching up fails now, the next process that opens the store does it.
        ifItCanBe(() => tables?.catchUp())
      } finally {
        db.close()
      }
    },
  }

  function insertAll(events: readonly Event[]): void {
    inTransaction(db, () => {
      events.forEach((event, i) => {
        if (event.sequence !== sequence + i + 1)
          throw new Error(`event ${event.sequence} does not follow`)
        const fact = JSON.stringify(factOf(event))
        insert!.run(event.sequence, event.run, event.at, event.type, fact)
      })
    })
  }

  function lastSequence(): number {
    return Number(newest.get()!['sequence'])
  }
}

/** Called before anything is written: even setting the journal mode would change the file. */
function refuseStrangers(db: DatabaseSync, file: string): void {
  const version = versionOf(db)
  if (version > MIGRATIONS.length)
    throw new StoreRefused(
      'newer',
      `${file} is of version ${version}; this Conductor knows up to ${MIGRATIONS.length}`,
    )
  // Another process may be creating the store right now: then its version has changed by the time its tables
  // are visible.
  if (version === 0 && hasTables(db) && versionOf(db) === 0)
    throw new StoreRefused('foreign', `${file} is a database of something else`)
}

function bringForward(db: DatabaseSync, file: string, readOnly: boolean): void {
  const version = versionOf(db)
  if (version === MIGRATIONS.length) return
  if (readOnly && version === 0) throw new StoreRefused('missing', `${file} holds no run yet`)
  // Every version has the events; only a writer needs the newest tables.
  if (readOnly) return
  inTransaction(db, () => {
    // Another process may have migrated the store while this one waited for the lock.
    for (let next = versionOf(db); next < MIGRATIONS.length; next++) {
      db.exec(MIGRATIONS[next]!)
      db.exec(`pragma user_version = ${next + 1}`)
    }
  })
}

const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('pragma user_version').get()!['user_version'])

const hasTables = (db: DatabaseSync): boolean =>
  db.prepare('select 1 from sqlite_schema limit 1').get() !== undefined

/** Found by a small index of the run starts only, so that writing an event costs one page. */
const START_OF_RUN = `select sequence from events where type = 'run-started' and run = ?1`

function factOf({ sequence: _, run: __, at: ___, ...fact }: Event): Fact {
  return fact
}

function explainingRefusal<Result>(file: string, open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    throw refusalOf(file, error) ?? error
  }
}

/** SQLite's own numbers: 5 busy, 6 locked, 8 read-only, 10 I/O, 11 corrupt, 13 full, 14 cannot open, 26 not a database. */
function refusalOf(file: string, error: unknown): StoreRefused | null {
  if (error instanceof StoreRefused) return error
  switch (Number((error as { errcode?: number }).errcode) & 0xff) {
    case 5:
    case 6:
      return new StoreRefused('locked', `${file} is locked by another process`)
    case 8:
      return new StoreRefused('read-only', `${file} may not be written to`, error)
    case 10:
    case 13:
      return new StoreRefused(
        'full',
        `${file} cannot be written: the disk is full or failing`,
        error,
      )
    case 11:
    case 26:
      return new StoreRefused('corrupt', `${file} is damaged or not a database`)
    case 14:
      return isClosed(dirname(file))
        ? new StoreRefused('read-only', `${file} cannot be opened: its folder is read-only`, error)
        : new StoreRefused('missing', `${file} cannot be opened`)
    default:
      return null
  }
}

/** Whether the folder is there, and nothing can be written into it. */
function isClosed(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch {
    return existsSync(folder)
  }
}
