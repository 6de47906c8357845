import { expect, it } from 'vitest'
import { DELIVERY, Game, OUTCOMES, planFrom } from '../../../../test/played/play.ts'
import { NOT_MEASURED, summarise } from '../../../../src/core/report/summary.ts'
import { judgedTasks, shareOfParts, shareOfStages } from './shares.ts'

it('stages have their share of the time, one after another, without those that took none', () => {
  const stages = { analysis: 5, planning: 10, execution: 70, landing: 0, aggregation: 15 }
  expect(shareOfStages(stages).map(({ stage, share }) => [stage, share])).toEqual([
    ['analysis', 0.05],
    ['planning', 0.1],
    ['execution', 0.7],
    ['aggregation', 0.15],
  ])
  expect(shareOfStages(stages).at(-1)!.from).toBeCloseTo(0.85)
  expect(
    shareOfStages({ ...stages, analysis: 0, planning: 0, execution: 0, aggregation: 0 }),
  ).toEqual([])
})

it('tasks are judged with their parts, the lowest score first', () => {
  const game = new Game(planFrom('a:\nb:\nc:'), { isolation: 'worktree', check: 'npm test' })
  const untested = { ...DELIVERY, files: [{ path: 'a.ts', is: 'changed' }] } as const
  for (const [id, delivery] of [
    ['a', DELIVERY],
    ['b', untested],
    ['c', false],
  ] as const) {
    game.startAll()
    const task = game.working().find((one) => one === id)!
    game.end(task, OUTCOMES.succeeded, 0.5, delivery)
    for (const landing of game.landing()) game.land(landing)
  }
  const judged = judgedTasks(summarise(game.run, NOT_MEASURED).results)
  expect(judged.map(({ id }) => id)).toEqual(['b', 'a'])
  const shares = new Map(shareOfParts(judged).map(({ part, share }) => [part, share]))
  expect(shares.get('checks')).toBe(1)
  expect(shares.get('tests')).toBe(0.5)
  expect(shares.get('scope')).toBeNull()
})
