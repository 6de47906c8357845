import { expect, it } from 'vitest'
import { playedLog, type PlayedLog } from '../../../../test/played/event-log.ts'
import { serveGame } from '../../../../test/played/served-game.ts'
import type { RunId } from '../../../core/value/ids.ts'
import { aloneHub } from '../../hub/alone.ts'
import { openGlances } from '../../hub/glances.ts'
import { followLog } from '../../live/live-runs.ts'
import { openApiContext } from '../api-context.ts'
import { runRows } from './run-rows.ts'

const RUNS = 20

/** A log of many runs that were left half way, which counts how often the events of each run are read. */
async function manyRuns() {
  using shop = await serveGame('a:', { isWaiting: true })
  const log: PlayedLog = playedLog()
  for (let run = 1; run <= RUNS; run++) log.grow(run, 6)
  const read = new Map<RunId, number>()
  const counting = {
    ...log,
    *eventsOf(run: RunId, after?: number) {
      for (const event of log.eventsOf(run, after)) {
        read.set(run, (read.get(run) ?? 0) + 1)
        yield event
      }
    },
  }
  let conducted: RunId | null = null
  const served = { ...shop.served, log: counting, conductedRun: () => conducted }
  const live = followLog(served)
  const hub = aloneHub(served)
  using glances = openGlances(hub)
  const rowsOf = runRows(openApiContext(served, live, { hub, glances }))
  return {
    log,
    conduct: (run: RunId | null) => (conducted = run),
    rows: () => rowsOf(log.runs()),
    /** How many events of which runs were read since the last call. */
    read() {
      const were = Object.fromEntries(read)
      read.clear()
      return were
    },
    [Symbol.dispose]: () => live[Symbol.dispose](),
  }
}

it('unfinished runs are folded once, however often they are listed', async () => {
  using runs = await manyRuns()
  const first = await runs.rows()
  expect(first).toMatchObject(Array.from({ length: RUNS }, () => ({ status: 'stopped' })))
  runs.read()
  expect(await runs.rows()).toEqual(first)
  expect(runs.read()).toEqual({})
})

it('only what is new is looked at: an event, a new run, somebody who goes on', async () => {
  using runs = await manyRuns()
  await runs.rows()
  runs.read()
  runs.log.chatter(RUNS)
  await runs.rows()
  expect(Object.keys(runs.read())).toEqual([`${RUNS}`])
  runs.log.grow(RUNS + 1, 3)
  expect(await runs.rows()).toHaveLength(RUNS + 1)
  expect(Object.keys(runs.read())).toEqual([`${RUNS + 1}`])
  runs.conduct(runs.log.runs()[RUNS]!)
  expect((await runs.rows()).at(-1)).toMatchObject({ conducted: true })
  runs.conduct(null)
  expect((await runs.rows()).at(-1)).toMatchObject({ conducted: false })
})

it('nothing is kept of a store that was replaced', async () => {
  using runs = await manyRuns()
  const [before] = await runs.rows()
  runs.log.replace()
  for (let run = 1; run <= RUNS; run++) runs.log.grow(run, 6)
  const [after] = await runs.rows()
  expect(after!.started_at).not.toBe(before!.started_at)
})
