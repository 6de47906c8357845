import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, type Script } from '../../../test/played/play.ts'
import { batchStatuses } from './batch-status.ts'
import { taskId } from '../value/ids.ts'

const [a, b] = [taskId('a'), taskId('b')]

const play = (notation: string, script: Script, moves: (game: Game) => void): readonly string[] => {
  const game = new Game(planFrom(notation), script)
  game.startAll()
  moves(game)
  return batchStatuses(game.run).map(({ status }) => status)
}

it.each<[string, readonly string[], Script, (game: Game) => void]>([
  ['runs while something of it works', ['running', 'pending'], {}, () => {}],
  [
    'is paused with the run, if it has anything to start',
    ['running', 'paused'],
    {},
    (game) => game.ask({ ask: 'pause' }),
  ],
  [
    'is merging when only that is left',
    ['merging', 'pending'],
    { isolation: 'worktree' },
    (game) => game.end(a, OUTCOMES.succeeded),
  ],
  [
    'is merging when a person has to look',
    ['merging', 'pending'],
    { isolation: 'worktree', review: true },
    (game) => game.end(a, OUTCOMES.succeeded),
  ],
  [
    'is running while something of it asks',
    ['running', 'pending'],
    {},
    (game) => game.end(a, OUTCOMES.asked),
  ],
  [
    'has failed, and what was skipped for it is cancelled',
    ['failed', 'cancelled'],
    {},
    (game) => game.end(a, OUTCOMES.missing),
  ],
  [
    'is complete also without what somebody left out',
    ['running', 'completed'],
    {},
    (game) => game.ask({ ask: 'skip', task: b }),
  ],
  [
    'is cancelled with its tasks',
    ['cancelled', 'cancelled'],
    {},
    (game) => game.ask({ ask: 'cancel-run' }),
  ],
])('a batch %s', (_, words, script, moves) => {
  expect(play('a:\nb: a', script, moves)).toEqual(words)
})

it('a batch of which something has begun and the rest waits is running', () => {
  const words = play('a:\nb:', { agents: 1 }, (game) => game.ask({ ask: 'preempt', task: a }))
  expect(words).toEqual(['running'])
})
