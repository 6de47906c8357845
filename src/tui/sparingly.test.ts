import { expect, it } from 'vitest'
import { scriptedLiveRun, tasksFrom } from '../../test/played/scripted-live-run.ts'
import { sparingly } from './sparingly.ts'

const plan = { name: 'p', tasks: tasksFrom('a'), groups: [] }

/** An answer that takes 10 ms on a clock of its own and counts how often it was worked out. */
function costly(pause: number, timesItsCost: number) {
  const live = scriptedLiveRun(plan)
  let now = 0
  let times = 0
  const answer = sparingly(
    () => {
      now += 10
      return ++times
    },
    { pause, timesItsCost, clock: () => now },
  )
  return {
    ask: () => answer(live.current(), 0),
    moves: () => live.record({ type: 'run-paused' }),
    passes: (milliseconds: number) => (now += milliseconds),
  }
}

it('keeps its answer while the run stands still', () => {
  const { ask, passes } = costly(0, 0)
  expect([ask(), passes(60_000) && ask(), ask()]).toEqual([1, 1, 1])
})

it('waits for the pause to be over', () => {
  const { ask, moves, passes } = costly(2000, 1)
  ask()
  moves()
  passes(1999)
  expect(ask()).toBe(1)
  passes(1)
  expect(ask()).toBe(2)
})

it('takes no more than its share of the time', () => {
  const { ask, moves, passes } = costly(0, 20)
  ask()
  moves()
  passes(199)
  expect(ask()).toBe(1)
  passes(1)
  expect(ask()).toBe(2)
})
