import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { inAnyGame } from '../../test/played/any-game.ts'
import { describeEventStore } from '../../test/contracts/event-store.ts'
import { everyEvent } from '../../test/played/every-event.ts'
import { olderRun } from '../../test/repository/older-run.ts'
import { planFrom, SETTINGS } from '../../test/played/play.ts'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { until } from '../../test/until.ts'
import type { Event, Fact } from '../core/run/event.ts'
import { epicsOf } from '../core/plan/epics.ts'
import { executionPlan } from '../core/schedule/execution-plan.ts'
import { attemptId, commitId, laneName, runId, taskId } from '../core/value/ids.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Run } from '../core/run/run.ts'
import { NO_USAGE } from '../core/agent/usage.ts'
import { MIGRATIONS } from './migrations.ts'
import { openSqliteEventStore, StoreRefused, type SqliteEventStore } from './sqlite-event-store.ts'
import { TABLES } from './tables.ts'

const place = tempFolder()
afterAll(() => place[Symbol.dispose]())

let files = 0
const newFile = (): string => join(place.path, `${++files}.db`)

describeEventStore('SQLite (file)', () => openSqliteEventStore(newFile()))
describeEventStore('SQLite (in memory)', () => openSqliteEventStore(':memory:'))

const withDb = <Result>(file: string, work: (db: DatabaseSync) => Result): Result => {
  const db = new DatabaseSync(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

describe('a store of an earlier version', () => {
  const olderStore = (): string => {
    const file = newFile()
    withDb(file, (db) => {
      db.exec(MIGRATIONS[0]!)
      db.exec('pragma user_version = 1')
      const insert = db.prepare('insert into events values (?, ?, ?, ?, ?)')
      for (const { sequence, run, at, ...fact } of olderRun())
        insert.run(sequence, run, at, fact.type, JSON.stringify(fact))
    })
    return file
  }

  it('can be read as it is', () => {
    const store = openSqliteEventStore(olderStore(), { readOnly: true })
    expect([...store.eventsOf(runId(1))]).toEqual(olderRun())
    store.close()
  })

  it('is brought forward by whoever writes, and can count what models cost', () => {
    const file = olderStore()
    const store = openSqliteEventStore(file)
    const usage = { ...NO_USAGE, inputTokens: 7, costUsd: 0.5 }
    const attempt = attemptId(runId(1), taskId('c'), 1)
    const fact = { type: 'usage-reported', task: taskId('c'), attempt, usage } as const
    store.append([{ ...fact, run: runId(1), at: 9000, sequence: store.lastSequence() + 1 }])
    store.close()
    const costs = withDb(file, (db) => db.prepare('select task, tokens from attempts').all())
    expect(costs).toMatchObject([
      { task: 'a', tokens: null },
      { task: 'c', tokens: 7 },
    ])
  })
})

describe('events', () => {
  it.each([
    ['changed', 'update events set at = 0 where sequence = 2'],
    ['removed', 'delete from events where sequence = 2'],
    ['removed all at once', 'delete from events'],
  ])('cannot be %s, not even by someone who opens the database', (_, statement) => {
    const file = newFile()
    const store = openSqliteEventStore(file)
    store.append(everyEvent())
    withDb(file, (db) => expect(() => db.exec(statement)).toThrow('an event is never'))
    expect([...store.eventsOf(runId(1))]).toEqual(everyEvent())
    store.close()
  })

  it('are seen by a reader as soon as the writer has them, and never in part', () => {
    const file = newFile()
    const writer = openSqliteEventStore(file)
    const reader = openSqliteEventStore(file, { readOnly: true })
    const events = everyEvent()
    for (let i = 0; i < events.length; i += 4) {
      writer.append(events.slice(i, i + 4))
      expect([...reader.eventsOf(runId(1))]).toEqual(events.slice(0, i + 4))
      expect(reader.lastSequence()).toBe(Math.min(i + 4, events.length))
    }
    reader.close()
    writer.close()
  })

  it('are still there when the store is opened again', () => {
    const file = newFile()
    const writer = openSqliteEventStore(file)
    writer.append(everyEvent())
    writer.close()
    const again = openSqliteEventStore(file)
    expect([...again.eventsOf(runId(1))]).toEqual(everyEvent())
    again.append(everyEvent(again.lastSequence() + 1, runId(2)))
    expect(again.runs()).toEqual(['1', '2'])
    expect(again.faults()).toEqual([])
    again.close()
  })

  it('of a second writer do not overwrite those of the first', () => {
    const file = newFile()
    const one = openSqliteEventStore(file)
    const two = openSqliteEventStore(file)
    one.append(everyEvent())
    expect(() => two.append(everyEvent())).toThrow(/UNIQUE/)
    expect([...two.eventsOf(runId(1))]).toEqual(everyEvent())
    one.close()
    two.close()
  })
})

describe('the tables', () => {
  const rows = (db: DatabaseSync): Record<string, readonly object[]> =>
    Object.fromEntries(TABLES.map((table) => [table, db.prepare(`select * from ${table}`).all()]))

  it('are the same when they are made again from the events, after any run', () => {
    const file = newFile()
    const store = openSqliteEventStore(file)
    const write = (facts: readonly Fact[]): void => {
      const run = runId(store.runs().length + 1)
      const from = store.lastSequence() + 1
      store.append(facts.map((fact, i) => ({ ...fact, run, at: 1000 + i, sequence: from + i })))
    }
    write(everyEvent())
    const games: Run[] = []
    let changed = new Set<unknown>()
    inAnyGame({
      over: (game) => {
        if (games.length === 40) return
        games.push(game.run)
        changed = new Set(
          game.events.flatMap((event) =>
            event.type === 'task-changed' || event.type === 'priority-changed' ? [event.task] : [],
          ),
        )
        write(game.events.map((event) => inRunOf(event, games.length)))
      },
    })
    expect(store.runs()).toHaveLength(41)
    store.close()
    const later = openSqliteEventStore(file)
    withDb(file, (db) => {
      const told = db.prepare(
        `select task, status, batch, priority, depends_on, estimate_s, predicted_files, foreseen_files
         from tasks where run = ? order by task`,
      )
      games.forEach((run, i) =>
        expect(told.all(String(i + 2)).map((row) => ({ ...row }))).toEqual(tasksOf(run)),
      )
      expect(storedPlan(db)).toEqual({ run: '41', ...planOf(games.at(-1)!) })
      expect(new Set(overridesIn(db).map(({ task }) => task))).toEqual(changed)
      const epics = db.prepare(
        'select name, priority, status, depends_on, domain, tasks, landed from epics order by name',
      )
      expect(epics.all().map((row) => ({ ...row }))).toEqual(newestEpics(games))
      const before = rows(db)
      expect(later.rebuildTables()).toBe(later.lastSequence())
      expect(rows(db)).toEqual(before)
    })
    later.close()
  })

  /** Of each epic, as it is in the newest run that has it. */
  const newestEpics = (games: readonly Run[]): readonly object[] => {
    const newest = new Map(games.flatMap((run) => epicsOf(run).map((epic) => [epic.name, epic])))
    return [...newest.values()]
      .map((epic) => ({ ...epic, depends_on: JSON.stringify(epic.depends_on) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  const storedPlan = (db: DatabaseSync): object =>
    JSON.parse(String(db.prepare('select execution_plan from projects').get()!['execution_plan']))

  const overridesIn = (db: DatabaseSync): readonly { readonly task: unknown }[] =>
    JSON.parse(String(db.prepare('select overrides from projects').get()!['overrides']))

  /** The whole plan, as the API gives it. */
  const planOf = ({ plan, settings }: Run): object => executionPlan(plan, settings)

  it('of an older store are made again, with the plan of the project and the columns of worktrees', () => {
    const file = newFile()
    withDb(file, (db) => {
      for (const step of MIGRATIONS.slice(0, 2)) db.exec(step)
      db.exec('pragma user_version = 2')
      const insert = db.prepare('insert into events values (?, ?, ?, ?, ?)')
      for (const { sequence, run, at, ...fact } of olderRun())
        insert.run(sequence, run, at, fact.type, JSON.stringify(fact))
    })
    openSqliteEventStore(file).close()
    const store = openSqliteEventStore(file)
    const opened = { lane: laneName('task-c'), branch: 'task-c', path: '/shop-task-c' }
    store.append([
      {
        ...opened,
        type: 'worktree-opened',
        task: taskId('c'),
        base: commitId('1'.repeat(40)),
        run: runId(1),
        at: 5000,
        sequence: store.lastSequence() + 1,
      },
    ])
    store.close()
    withDb(file, (db) => {
      expect(storedPlan(db)).toMatchObject({
        batches: [{ batch_id: 1, task_ids: ['a', 'b', 'c'], can_parallel: true, depends_on: [] }],
        worktree_assignments: { a: 'task-a', b: 'task-b', c: 'task-c' },
      })
      const columns = db.prepare('select name, dflt_value from pragma_table_info(?)')
      expect(columns.all('worktrees').map(({ name }) => name)).toEqual(
        expect.arrayContaining(WORKTREE_COLUMNS),
      )
      expect(columns.all('worktrees').find(({ name }) => name === 'status')).toMatchObject({
        dflt_value: "'pending'",
      })
      const [row] = db.prepare(`select ${WORKTREE_COLUMNS.join(', ')} from worktrees`).all()
      expect({ ...row }).toEqual({
        id: '1/task-c',
        project_id: 'play',
        branch_name: 'task-c',
        batch_id: 1,
        status: 'active',
        created_at: 5000,
        merged_at: null,
        metadata: JSON.stringify({ task: 'c', base: '1'.repeat(40) }),
      })
      const session = db.prepare(
        `select id, batch_id, worktree_id from sessions where task_id = 'c'`,
      )
      expect({ ...session.get() }).toEqual({ id: '1-c-1', batch_id: 1, worktree_id: '1/task-c' })
    })
  })

  it('tell of a worktree when its work was merged, and not once it is worked in again', () => {
    const file = newFile()
    const append = (fact: Fact): void => {
      const store = openSqliteEventStore(file)
      const sequence = store.lastSequence() + 1
      store.append([{ ...fact, run: runId(1), at: sequence * 1000, sequence }])
      store.close()
    }
    const lane = laneName('epic-e')
    const opened = { type: 'worktree-opened', lane, branch: 'epic-e', path: '/shop-e' } as const
    const base = commitId('1'.repeat(40))
    const told = (fact: Fact): unknown => {
      append(fact)
      return withDb(file, (db) => ({
        ...db.prepare('select status, created_at, merged_at from worktrees').get(),
      }))
    }
    append(olderRun()[0]!)
    const created_at = 2000
    const active = { status: 'active', created_at, merged_at: null }
    const abandoned = { status: 'abandoned', created_at, merged_at: null }
    expect(told({ ...opened, task: taskId('a'), base })).toEqual(active)
    expect(told({ type: 'worktree-released', lane, how: 'kept' })).toEqual(abandoned)
    expect(told({ ...opened, task: taskId('a'), base })).toEqual(active)
    expect(told({ type: 'worktree-released', lane, how: 'landed' })).toEqual({
      status: 'merged',
      created_at,
      merged_at: 5000,
    })
    expect(told({ ...opened, task: taskId('b'), base })).toEqual(active)
  })

  const WORKTREE_COLUMNS = [
    'id',
    'project_id',
    'branch_name',
    'batch_id',
    'status',
    'created_at',
    'merged_at',
    'metadata',
  ]

  /** The tasks as the fold has them. */
  const tasksOf = ({ plan, graph, states }: Run): readonly object[] =>
    plan.tasks
      .map((task, i) => ({
        task: task.id,
        status: states[i]!.is,
        batch: graph.batch[i]! + 1,
        priority: task.priority,
        depends_on: JSON.stringify(task.dependencies),
        estimate_s: task.estimate.seconds,
        predicted_files: JSON.stringify(task.files),
        foreseen_files: JSON.stringify(task.foreseen),
      }))
      .toSorted((a, b) => (a.task < b.task ? -1 : 1))

  /** Attempts are named after their run, and are unique over all runs. */
  const inRunOf = (event: Event, game: number): Event =>
    'attempt' in event
      ? ({ ...event, attempt: `${game}/${event.attempt}` } as unknown as Event)
      : event

  it('answer questions of other programs while a run writes, a moment later', async () => {
    const file = newFile()
    const store = openSqliteEventStore(file)
    const db = new DatabaseSync(file)
    const working = db.prepare(`select task from tasks where status = 'working'`)
    for (const event of everyEvent()) {
      store.append([event])
      if (event.type === 'attempt-started')
        await until('the task is shown as working', () => working.get()?.['task'] === 'a', 2)
    }
    const told = db.prepare('select status, agents, plan_file from runs')
    await until('the run is shown as stopped', () => told.get()?.['status'] === 'stopped', 2)
    expect({ ...told.get() }).toMatchObject({
      agents: 3,
      plan_file: '/somewhere/tasks.yaml',
    })
    const attempt = db.prepare('select outcome, wall_s from attempts').get()
    expect({ ...attempt }).toEqual({ outcome: 'failed', wall_s: 1 })
    expect(working.all()).toEqual([])
    db.close()
    store.close()
  })

  it('go on from the event they had reached when their writer was cut off', () => {
    const [file, asLeft] = [newFile(), newFile()]
    const store = openSqliteEventStore(file)
    store.append(everyEvent())
    for (const end of ['', '-wal']) copyFileSync(file + end, asLeft + end)
    store.close()
    withDb(asLeft, (db) => expect(rows(db)['runs']).toEqual([]))
    openSqliteEventStore(asLeft).close()
    withDb(asLeft, (db) => expect(rows(db)['runs']).toHaveLength(1))
  })
})

describe('a new database', () => {
  it('is brought to the newest version step by step, with every table', () => {
    const file = newFile()
    openSqliteEventStore(file).close()
    withDb(file, (db) => {
      expect({ ...db.prepare('pragma user_version').get() }).toEqual({
        user_version: MIGRATIONS.length,
      })
      const names = db.prepare(`select name from sqlite_schema where type = 'table'`).all()
      expect(names.map((row) => row['name'])).toEqual(expect.arrayContaining(['events', ...TABLES]))
      expect({ ...db.prepare('pragma journal_mode').get() }).toEqual({ journal_mode: 'wal' })
    })
  })

  it('is not made by someone who only wants to read', () => {
    const file = newFile()
    expect(() => openSqliteEventStore(file, { readOnly: true })).toThrow(StoreRefused)
    writeFileSync(file, '')
    expect(refusalOf(file, true)).toMatchObject({ why: 'missing' })
    expect(readFileSync(file)).toHaveLength(0)
  })
})

describe('a file that is not ours to write', () => {
  it('is read once also where SQLite can make no files beside it, if its log is empty', () => {
    const file = newFile()
    const writer = openSqliteEventStore(file)
    writer.append(everyEvent())
    writer.close()
    // As on a full disk, no file can be made there.
    symlinkSync(join(file, 'nowhere'), `${file}-shm`)
    expect(() => openSqliteEventStore(file, { readOnly: true })).toThrow(StoreRefused)
    const reader = openSqliteEventStore(file, { readOnly: 'once' })
    expect([...reader.eventsOf(runId(1))]).toEqual(everyEvent())
    reader.close()
    writeFileSync(`${file}-wal`, 'newer events')
    expect(() => openSqliteEventStore(file, { readOnly: 'once' })).toThrow(StoreRefused)
  })

  const damaged: readonly (readonly [string, StoreRefused['why'], (file: string) => void])[] = [
    ['random bytes', 'corrupt', (file) => writeFileSync(file, randomBytes(20_000))],
    ['a text', 'corrupt', (file) => writeFileSync(file, 'these are my notes\n'.repeat(500))],
    [
      'a database that was cut off',
      'corrupt',
      (file) => {
        realDatabase(file)
        truncateSync(file, Math.floor(readFileSync(file).length / 2))
      },
    ],
    [
      'a database with its pages overwritten',
      'corrupt',
      (file) => {
        realDatabase(file)
        const bytes = readFileSync(file)
        randomBytes(bytes.length - 100).copy(bytes, 100)
        writeFileSync(file, bytes)
      },
    ],
    [
      'a newer database',
      'newer',
      (file) => {
        realDatabase(file)
        withDb(file, (db) => db.exec(`pragma user_version = ${MIGRATIONS.length + 1}`))
      },
    ],
    [
      'a newer database that keeps its journal otherwise',
      'newer',
      (file) => withDb(file, (db) => db.exec('create table x (y); pragma user_version = 999')),
    ],
    [
      'the database of another program',
      'foreign',
      (file) => withDb(file, (db) => db.exec('create table users (name text)')),
    ],
  ]

  it.each(damaged)('%s is refused as %s and stays as it is', (_, why, make) => {
    for (const who of ['reader', 'writer']) {
      const file = newFile()
      make(file)
      const before = readFileSync(file)
      const refusal = refusalOf(file, who === 'reader')
      expect(refusal.why).toBe(why)
      expect(refusal.message).toContain(file)
      expect(readFileSync(file).equals(before)).toBe(true)
      rmSync(file)
    }
  })

  it('one that another process has locked is refused after a while and stays as it is', async () => {
    const file = newFile()
    realDatabase(file)
    const holder = await holdLock(file)
    const before = readFileSync(file)
    expect(refusalOf(file, false)).toMatchObject({ why: 'locked' })
    expect(readFileSync(file).equals(before)).toBe(true)
    holder.kill()
    await new Promise((resolve) => holder.once('close', resolve))
    openSqliteEventStore(file).close()
  }, 20_000)

  function realDatabase(file: string): void {
    const store = openSqliteEventStore(file)
    store.append(everyEvent())
    store.close()
  }
})

function refusalOf(file: string, readOnly: boolean): StoreRefused {
  try {
    openSqliteEventStore(file, { readOnly }).close()
  } catch (error) {
    if (error instanceof StoreRefused) return error
    throw error
  }
  throw new Error(`${file} was not refused`)
}

async function holdLock(file: string) {
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(process.argv[1])
    db.exec('pragma locking_mode = exclusive; begin exclusive; create table if not exists held (x)')
    console.log('held')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['-e', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  return holder
}

describe('what earlier runs took', () => {
  const plan = planFrom('a:\nb:', { a: { work: { is: 'command', line: 'make a' } } })

  function storeWith(seconds: readonly number[], succeeded = true) {
    const store = openSqliteEventStore(':memory:')
    seconds.forEach((wallSeconds, i) => {
      const run = runId(i + 1)
      const task = taskId('a')
      const attempt = attemptId(run, task, 1)
      const profile = { wallSeconds, cpuSeconds: null, peakMemoryBytes: null }
      const failure = { is: 'exit', code: 1 } as const
      const facts: readonly Fact[] = [
        {
          type: 'run-started',
          plan,
          settings: SETTINGS,
          source: { file: null, digest: '' },
          planningSeconds: 0,
        },
        { type: 'attempt-started', task, attempt, worker: 1 },
        {
          type: 'attempt-ended',
          task,
          attempt,
          outcome: succeeded
            ? { is: 'succeeded', profile }
            : { is: 'failed', failure, profile, lastLines: [] },
        },
      ]
      const from = store.lastSequence() + 1
      store.append(facts.map((fact, n) => ({ ...fact, run, at: i * 100 + n, sequence: from + n })))
    })
    return store
  }

  it('is that of the last five times the same work was done', () => {
    using store = closing(storeWith([1000, 9, 1, 2, 8, 3]))
    expect(measured(store, plan)).toEqual([['a', [3, 8, 2, 1, 9]]])
  })

  it('is not known of a task that never succeeded, or never ran', () => {
    using store = closing(storeWith([5, 6], false))
    expect(measured(store, plan)).toEqual([])
  })

  it.each([
    ['has another command now', planFrom('a:', { a: { work: { is: 'command', line: 'other' } } })],
    ['is a prompt now', planFrom('a:', { a: { work: { is: 'prompt', text: 'make a' } } })],
    ['has another id', planFrom('z:', { z: { work: { is: 'command', line: 'make a' } } })],
  ])('is not known of a task that %s', (_, changed) => {
    using store = closing(storeWith([5, 6]))
    expect(measured(store, changed)).toEqual([])
  })

  it('is still known of a task that only got another name, priority or place', () => {
    using store = closing(storeWith([5]))
    const renamed = planFrom('b:\na: b', {
      a: { work: { is: 'command', line: 'make a' }, name: 'new', priority: 1 },
    })
    expect(measured(store, renamed)).toEqual([['a', [5]]])
  })

  const measured = (store: SqliteEventStore, of: Plan) => [...store.knowledgeFor(of).sameWork]

  const closing = <Store extends { close(): void }>(store: Store): Store & Disposable =>
    Object.assign(store, { [Symbol.dispose]: () => store.close() })
})
