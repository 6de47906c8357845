import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { playGame } from '../../test/played/play.ts'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { until } from '../../test/until.ts'
import type { Event } from '../core/run/event.ts'
import { runId } from '../core/value/ids.ts'
import { openEventLog } from './event-log.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'
import { watchStore } from './watch-store.ts'

const { events } = playGame('a:\nb: a')

function place() {
  const folder = tempFolder()
  const file = join(folder.path, 'conductor.db')
  const log = openEventLog(file)
  onTestFinished(() => {
    log[Symbol.dispose]()
    folder[Symbol.dispose]()
  })
  return { file, log }
}

function write(file: string, written: readonly Event[]): void {
  const store = openSqliteEventStore(file)
  store.append(written)
  store.close()
}

const NOTHING = { last: 0, newest: null, runs: [], events: [] }

const all = (log: ReturnType<typeof openEventLog>) => ({
  last: log.lastSequence(),
  newest: log.newestRun(),
  runs: log.runs(),
  events: [...log.eventsOf(runId(1))].map(({ sequence }) => sequence),
})

it('there is nothing before there is a file, nor in one that is being made', () => {
  const { file, log } = place()
  expect(all(log)).toEqual(NOTHING)
  writeFileSync(file, '')
  expect(all(log)).toEqual(NOTHING)
  write(file, events)
  expect(all(log)).toMatchObject({ last: events.length, newest: '1', runs: ['1'] })
})

it('what is written later is seen', () => {
  const { file, log } = place()
  write(file, events.slice(0, 3))
  expect(log.lastSequence()).toBe(3)
  write(file, events.slice(3))
  expect(all(log).events).toEqual(events.map(({ sequence }) => sequence))
  expect([...log.eventsOf(runId(1), 3)]).toHaveLength(events.length - 3)
})

it('another file of the same name is another log, and none is none', () => {
  const { file, log } = place()
  write(file, events)
  const first = log.identity()
  expect(log.lastSequence()).toBe(events.length)
  expect(log.identity()).toBe(first)
  write(`${file}.new`, events.slice(0, 2))
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  renameSync(`${file}.new`, file)
  expect(log.identity()).not.toBe(first)
  expect(log.lastSequence()).toBe(2)
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  expect(all(log)).toEqual(NOTHING)
})

it('what is no store is refused, not taken for an empty one', () => {
  const { file, log } = place()
  writeFileSync(file, 'something else, and rather long so that it has a header'.repeat(20))
  expect(() => log.lastSequence()).toThrow(/damaged|database/)
})

it('whoever watches is told when something was written, also to a file that was not there', async () => {
  const { file, log } = place()
  let seen = 0
  using _watch = watchStore(file, () => (seen = log.lastSequence()))
  const store = openSqliteEventStore(file)
  onTestFinished(() => store.close())
  store.append(events.slice(0, 3))
  await until('the first are seen', () => seen === 3)
  store.append(events.slice(3))
  await until('the rest is seen', () => seen > 3)
  expect(seen).toBe(events.length)
})

it('a folder that cannot be watched is no failure: there are other ways to look', () => {
  const { file } = place()
  expect(() => watchStore(`${file}.d/conductor.db`, () => {})[Symbol.dispose]()).not.toThrow()
})
