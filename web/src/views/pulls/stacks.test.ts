import { describe, expect, it } from 'vitest'
import { Game, planFrom } from '../../../../test/played/play.ts'
import { BEGUN, landAll, opened } from '../../../../test/played/published.ts'
import { laneName } from '../../../../src/core/value/ids.ts'
import { reviewQueue, sayQueue } from './review-queue.ts'
import { stacksOf, type Stack, type StackedPull } from './stacks.ts'

const played = (notation: string): Game => {
  const game = new Game(planFrom(notation), { isolation: 'worktree', agents: 4 })
  game.record([BEGUN])
  game.startAll()
  landAll(game)
  return game
}

/** `|` passes, `o` is in its place, `\` comes from the column left of it. */
const lineOf = ({ row, column, from, passing }: StackedPull): string => {
  const signs = Array.from({ length: column }, (_, at) => (passing.includes(at) ? '| ' : '  '))
  return `${signs.join('')}${from < column ? '\\' : ''}o ${row.lane}`
}

const drawn = (stacks: readonly Stack[]): readonly string[] => stacks.flat().map(lineOf)

const needsOf = (stacks: readonly Stack[]): readonly string[] =>
  stacks.flat().map(({ row, need }) => `${row.lane} ${need ?? '-'}`)

describe('stacks of pull requests', () => {
  it('are a line where one stands on another, and part where two stand on the same', () => {
    const { run } = played('a:\nb: a\nc: b\nd: a\ne: d\nf:')
    const stacks = stacksOf(run)
    expect(drawn(stacks)).toEqual([
      'o task-a',
      '| \\o task-d',
      '| o task-e',
      'o task-b',
      'o task-c',
      'o task-f',
    ])
    expect(stacks[0]!.map(({ below }) => below?.lane ?? null)).toEqual([
      null,
      'task-a',
      'task-d',
      'task-a',
      'task-b',
    ])
    expect(stacks[0]!.map(({ goesOn }) => goesOn)).toEqual([true, true, false, true, false])
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
    expect(needsOf(stacks)).toEqual(['task-d stuck', 'task-c ready', 'task-b -', 'task-a -'])
    expect(sayQueue(reviewQueue(stacks))).toBe('1 stuck, 1 to review')
  })

  it('stand on their own once what was below them is merged', () => {
    const game = played('a:\nb: a')
    game.record([...opened('task-a', 1), ...opened('task-b', 2, { base: 'task-a' })])
    expect(needsOf(stacksOf(game.run))).toEqual(['task-a ready', 'task-b ready'])
    game.record(opened('task-a', 1, { state: 'merged' }))
    expect(stacksOf(game.run).map((stack) => stack.length)).toEqual([1, 1])
    expect(needsOf(stacksOf(game.run))).toEqual(['task-b ready', 'task-a -'])
  })

  it('are none in a run that publishes nothing', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree' })
    expect(stacksOf(game.run)).toEqual([])
    expect(sayQueue([])).toBe('')
  })
})

describe('the review queue', () => {
  it('has what is stuck, then what can be merged, then what can be reviewed from below', () => {
    const game = played('a:\nb: a\nc:\nd:\ne:\nf: e')
    game.record([
      ...opened('task-a', 1, { ci: 'pass' }),
      ...opened('task-b', 2, { base: 'task-a', ci: 'pass', review: 'approved' }),
      ...opened('task-c', 3, { ci: 'pass', review: 'approved' }),
      ...opened('task-d', 4, { isDraft: true }),
      ...opened('task-e', 5, { ci: 'pending' }),
      ...opened('task-f', 6, { base: 'task-e' }),
      {
        type: 'pull-troubled',
        lane: laneName('task-f'),
        trouble: { is: 'conflict', base: 'task-e', files: [] },
      },
    ])
    const queue = reviewQueue(stacksOf(game.run))
    expect(queue.map(({ pull, act, why }) => `${pull.row.lane} ${act}: ${why}`)).toEqual([
      expect.stringMatching(/^task-f decide: .*task-e/),
      'task-c merge: It is approved, and nothing is below it.',
      'task-a review: Ready to review.',
      'task-b review: It is approved. Merge #1 first.',
    ])
    expect(sayQueue(queue)).toBe('1 stuck, 1 to merge, 2 to review')
  })
})
