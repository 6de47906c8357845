import { describe, expect, it } from 'vitest'
import { Game, planFrom } from '../../../../test/played/play.ts'
import { BEGUN, landAll, opened } from '../../../../test/played/published.ts'
import { laneName } from '../../../../src/core/value/ids.ts'
import { sayNeeds, stacksOf, type Stack } from './stacks.ts'

const played = (notation: string): Game => {
  const game = new Game(planFrom(notation), { isolation: 'worktree', agents: 4 })
  game.record([BEGUN])
  game.startAll()
  landAll(game)
  return game
}

const drawn = (stacks: readonly Stack[]): readonly string[] =>
  stacks.flat().map(({ row, depth, need }) => `${'  '.repeat(depth)}${row.lane} ${need ?? '-'}`)

describe('stacks of pull requests', () => {
  it('are trees, each pull request above the one it goes into', () => {
    const { run } = played('a:\nb: a\nc: b\nd: a\ne:')
    expect(drawn(stacksOf(run))).toEqual([
      'task-a -',
      '  task-b -',
      '    task-c -',
      '  task-d -',
      'task-e -',
    ])
  })

  it('that need somebody come first, and finished ones last', () => {
    const game = played('a:\nb:\nc:\nd:')
    game.record([
      ...opened('task-a', 1, { state: 'merged' }),
      ...opened('task-b', 2, { ci: 'pending' }),
      ...opened('task-c', 3, { ci: 'pass' }),
      ...opened('task-d', 4, { ci: 'fail' }),
    ])
    const stacks = stacksOf(game.run)
    expect(drawn(stacks)).toEqual(['task-d stuck', 'task-c ready', 'task-b -', 'task-a -'])
    expect(sayNeeds(stacks)).toBe('1 ready to review, 1 stuck')
  })

  it('stand on their own once what was below them is merged', () => {
    const game = played('a:\nb: a')
    game.record([...opened('task-a', 1), ...opened('task-b', 2, { base: 'task-a' })])
    expect(drawn(stacksOf(game.run))).toEqual(['task-a ready', '  task-b ready'])
    game.record(opened('task-a', 1, { state: 'merged' }))
    expect(drawn(stacksOf(game.run))).toEqual(['task-b ready', 'task-a -'])
    game.record([
      {
        type: 'pull-troubled',
        lane: laneName('task-b'),
        trouble: { is: 'conflict', base: 'main', files: [] },
      },
    ])
    expect(sayNeeds(stacksOf(game.run))).toBe('1 stuck')
  })

  it('are none in a run that publishes nothing', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree' })
    expect(stacksOf(game.run)).toEqual([])
    expect(sayNeeds([])).toBe('')
  })
})
