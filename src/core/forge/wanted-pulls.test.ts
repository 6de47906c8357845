import { describe, expect, it } from 'vitest'
import { openPull, playPublished } from '../../../test/played/published.ts'
import { lanesThatTouched, wantedPulls } from './wanted-pulls.ts'
import { laneName } from '../value/ids.ts'
import type { Game } from '../../../test/played/play.ts'

const stacks = (game: Game) =>
  wantedPulls(game.run).map(({ lane, below }) => [lane, ...below].join(' on '))

describe('the pull requests of a run', () => {
  it('are one for each lane with work, stacked where a lane depends on another, the lowest first', () => {
    expect(stacks(playPublished('c: b a\na:\nb: a\nd:'))).toEqual([
      'task-a',
      'task-b on task-a',
      'task-c on task-a on task-b',
      'task-d',
    ])
  })

  it('leave out lanes without work', () => {
    const game = playPublished('a:\nb:', { outcomes: { b: ['missing'] } })
    expect(stacks(game)).toEqual(['task-a'])
  })

  it('are not stacked any more on a lane that was merged or closed', () => {
    const game = playPublished('a:\nb: a\nc: b')
    openPull(game, 'task-a', { state: 'merged' })
    openPull(game, 'task-b', { state: 'closed' })
    expect(stacks(game)).toEqual(['task-a', 'task-b', 'task-c'])
  })

  it('carry along the work of a lane below them that gets none', () => {
    const game = playPublished('a:\nb: a\nc: b', {
      tasks: { b: { pullRequest: { strategy: 'none', timeoutSeconds: 1 } } },
    })
    const [, c] = wantedPulls(game.run)
    expect([c!.lane, c!.below, c!.pieces.map(({ task }) => task)]).toEqual([
      'task-c',
      ['task-a'],
      ['b', 'c'],
    ])
  })

  it.each([
    ['checked', {}, true],
    ['a draft by wish', { pullRequest: { strategy: 'draft', timeoutSeconds: 1 } }, false],
  ] as const)('are ready when all work has landed: %s', (_, task, isReady) => {
    const game = playPublished('a:', { check: 'true', tasks: { a: task } })
    expect(wantedPulls(game.run).map((pull) => pull.isReady)).toEqual([isReady])
  })

  it('are not ready while a task of the lane is not done', () => {
    const lane = laneName('both')
    const game = playPublished('a:\nb: a', {
      tasks: { a: { lane }, b: { lane } },
      outcomes: { b: ['missing'] },
    })
    expect(wantedPulls(game.run).map((pull) => pull.isReady)).toEqual([false])
  })

  it('of lanes that depend on each other in a circle are ordered all the same', () => {
    const [one, two] = [laneName('one'), laneName('two')]
    const game = playPublished('a:\nb: a\nc: b', {
      tasks: { a: { lane: one }, b: { lane: two }, c: { lane: one } },
    })
    expect(stacks(game)).toEqual(['two', 'one on two'])
  })
})

it('earlier lanes that changed the same files may be what a lane builds on', () => {
  const game = playPublished('a:\nb:\nc:')
  const wanted = wantedPulls(game.run)
  const touched = (lane: string, file: string) =>
    lanesThatTouched(game.run, wanted, laneName(lane), new Set([file]))
  expect(touched('task-c', 'b.ts')).toEqual(['task-a', 'task-b'])
  expect(touched('task-c', 'other.ts')).toEqual([])
  openPull(game, 'task-a', { state: 'merged' })
  expect(touched('task-c', 'b.ts')).toEqual(['task-b'])
})
