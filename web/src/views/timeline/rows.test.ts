import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, playGame } from '../../../../test/played/play.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { planAtStart, type Run } from '../../../../src/core/run/run.ts'
import { firstOf, neighbour, type Step } from '../../parts/keys/neighbour.ts'
import { barPlaces, firstBar, placeOf } from './chart/nearby-bars.ts'
import { pictureOf, predict } from './picture.ts'
import { arrowsOf, heightsOf } from './chart/places.ts'
import { laneTop, rowsOf, rowsWithin, type Row } from './rows.ts'
import { timesByTask } from './task-times.ts'

const pictured = (run: Run, now: number | null) =>
  pictureOf(run, now, predict(planAtStart(run), run.settings))

const keysIn = ({ lanes }: Row): readonly string[] =>
  lanes.flatMap(({ actual, predicted }) => [...actual, ...predicted]).map(({ key }) => key)

describe('the rows of the timeline', () => {
  const { run, now } = playGame('a:\nb: a\nc:\nd: b c')
  const picture = pictured(run, now)

  it('are the agents, with what each did and what was predicted of it', () => {
    const rows = rowsOf(picture, 'agent')
    expect(rows.map(({ label, note }) => `${label}: ${note}`)).toEqual([
      'Agent 1: 3 tasks',
      'Agent 2: 1 task',
    ])
    expect(keysIn(rows[1]!)).toEqual(['1-c-1', 'predicted c'])
  })

  it('are the batches, with one lane for tasks that go on at once', () => {
    const rows = rowsOf(picture, 'batch')
    expect(rows.map(({ label, lanes }) => `${label}: ${lanes.length}`)).toEqual([
      'Batch 1: 2',
      'Batch 2: 1',
      'Batch 3: 1',
    ])
    expect(keysIn(rows[0]!)).toEqual(['1-a-1', 'predicted a', '1-c-1', 'predicted c'])
  })

  it('stand under one another, and are found by what is in sight', () => {
    const rows = rowsOf(picture, 'batch')
    rows.slice(1).forEach((row, i) => expect(row.top).toBe(rows[i]!.top + rows[i]!.height))
    expect(rowsWithin(rows, 0, 1)).toEqual([rows[0]])
    expect(rowsWithin(rows, rows[1]!.top, rows[1]!.top + 1)).toEqual([rows[1]])
    expect(rowsWithin(rows, rows[1]!.top - 1, rows[2]!.top + 1)).toEqual(rows)
    expect(rowsWithin(rows, 1e6, 2e6)).toEqual([])
  })

  it('grow into the room there is, up to a limit', () => {
    const laneIn = (room: number) => rowsOf(picture, 'agent', room)[0]!.sizes.lane
    expect([0, 110, 10_000].map(laneIn)).toEqual([34, 43, 56])
    const tall = rowsOf(picture, 'agent', 110)
    expect(tall.reduce((sum, { height }) => sum + height, 0)).toBe(110)
  })

  it('include an agent that has had nothing to do yet', () => {
    const game = new Game(planFrom('a:\nb: a'), { agents: 3 })
    expect(rowsOf(pictured(game.run, 0), 'agent')).toHaveLength(2)
  })

  it('show a plan that has not been started', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    const rows = rowsOf(pictured(game.run, null), 'agent')
    expect(rows[0]!.lanes[0]!.actual.map(({ key }) => key)).toEqual(['predicted a', 'predicted b'])
    expect(rows[0]!.note).toBe('2 tasks')
  })
})

describe('the keys', () => {
  const { run, now } = playGame('a:\nb: a\nc:\nd: b c')
  const rows = rowsOf(pictured(run, now), 'agent')
  const next = (from: string, to: Step) => neighbour(barPlaces(rows), from, to)

  it('go along a track in time', () => {
    expect(next('1-a-1', 'right')).toBe('1-b-1')
    expect(next('1-b-1', 'left')).toBe('1-a-1')
    expect(next('1-a-1', 'left')).toBeNull()
  })

  it('go across to the same task, else to what is nearest in time', () => {
    expect(next('predicted d', 'up')).toBe('1-d-1')
    expect(next('1-b-1', 'down')).toBe('predicted b')
    expect(next('predicted d', 'down')).toBe('1-c-1')
    expect(next('1-c-1', 'up')).toBe('predicted a')
    expect(next('predicted c', 'down')).toBeNull()
  })

  it('begin at the first bar in sight, also when the last one is gone', () => {
    expect(next('coming x', 'down')).toBe('1-a-1')
    expect(firstOf(barPlaces(rows).lines)).toBe('1-a-1')
    expect(firstBar(rows, 90)?.key).toBe('1-b-1')
    expect(placeOf(rows, '1-c-1')).toMatchObject({ row: { label: 'Agent 2' }, lane: 0 })
  })
})

describe('the arrows of the timeline', () => {
  const { run, now } = playGame('a:\nb: a\nc:\nd: b c')
  const picture = pictured(run, now)
  const arrows = (by: 'agent' | 'batch', task: number | null) => {
    const rows = rowsOf(picture, by)
    const sources = { picture, by, times: timesByTask(picture), heights: heightsOf(rows) }
    return { rows, arrows: arrowsOf(sources, task) }
  }

  it('lead from the end of one task to the start of the next', () => {
    const drawn = arrows('agent', 1)
    expect(drawn.arrows).toMatchObject([
      { key: '0,1', from: { end: 60 }, to: { start: 60 }, isOnChain: true },
      { key: '1,3', from: { end: 120 }, to: { start: 120 }, isOnChain: true },
    ])
    expect(drawn.arrows[0]!.from.y).toBe(laneTop(drawn.rows[0]!, 0) + 10)
  })

  it('lead from the end that is expected of what is at work', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    game.startAll()
    const early = pictured(game.run, game.now)
    const heights = heightsOf(rowsOf(early, 'agent'))
    const sources = { picture: early, by: 'agent', times: timesByTask(early), heights } as const
    expect(arrowsOf(sources, null)).toMatchObject([{ from: { end: 60 }, to: { start: 60 } }])
  })

  it('lead to no prediction that the work before it has overtaken', () => {
    const game = new Game(planFrom('a:\nquestion:\nb: a question'), { agents: 2 })
    game.startAll()
    game.end(taskId('question'), OUTCOMES.asked)
    game.now += 600_000
    const late = pictured(game.run, game.now)
    const heights = heightsOf(rowsOf(late, 'agent'))
    const sources = { picture: late, by: 'agent', times: timesByTask(late), heights } as const
    expect(arrowsOf(sources, null).map(({ key }) => key)).toEqual(['1,2'])
  })

  it('lead from batch to batch while no task is looked at', () => {
    expect(arrows('batch', null).arrows.map(({ key }) => key)).toEqual(['0,1', '1,3', '2,3'])
    expect(arrows('batch', 3).arrows.map(({ key }) => key)).toEqual(['1,3', '2,3'])
  })
})
