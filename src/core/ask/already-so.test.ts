import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, type Script } from '../../../test/played/play.ts'
import { isAlreadySo, type Ask } from './ask.ts'

import { commitId, taskId } from '../value/ids.ts'

const [a, b] = [taskId('a'), taskId('b')]

const begin = (notation: string, script: Script = {}): Game => {
  const game = new Game(planFrom(notation, script.tasks), script)
  game.startAll()
  return game
}

const inReview = (): Game => {
  const game = begin('a:', { isolation: 'worktree', review: true })
  game.end(a, OUTCOMES.succeeded)
  return game
}

const moved = (): Game => {
  const game = begin('a:')
  const [from, to] = [commitId('1'.repeat(40)), null]
  game.record([{ type: 'branch-moved', branch: 'main', from, to }])
  return game
}

const failed = (): Game => {
  const game = begin('a:\nb:')
  game.end(a, OUTCOMES.missing)
  return game
}

describe('asking for what is so already', () => {
  it.each<[string, () => Game, Ask]>([
    ['giving a task up', () => begin('a:\nb: a'), { ask: 'cancel', task: b }],
    ['giving up the run', () => begin('a:\nb:'), { ask: 'cancel-run' }],
    ['accepting a branch', moved, { ask: 'accept-branch', branch: 'main' }],
    ['leaving a task out', () => begin('a:\nb: a'), { ask: 'skip', task: b }],
    ['trying a task again', failed, { ask: 'retry', task: a }],
    ['preempting a task', () => begin('a:\nb:', { agents: 1 }), { ask: 'preempt', task: a }],
    ['approving a delivery', inReview, { ask: 'approve', task: a }],
    ['landing a delivery', inReview, { ask: 'land', task: a }],
    ['sending a delivery back', inReview, { ask: 'reject', task: a, why: 'no tests' }],
    [
      'letting a task start',
      () => begin('a:', { tasks: { a: { needsHuman: true } } }),
      { ask: 'approve', task: a },
    ],
  ])('is seen after %s', (_, play, ask) => {
    const game = play()
    expect(isAlreadySo(game.run, ask)).toBe(false)
    expect(game.ask(ask).accepted).toBe(true)
    expect(isAlreadySo(game.run, ask)).toBe(true)
  })

  it('is not seen where only something like it is so', () => {
    const game = inReview()
    game.ask({ ask: 'reject', task: a, why: 'no tests' })
    expect(isAlreadySo(game.run, { ask: 'reject', task: a, why: 'no docs' })).toBe(false)
    expect(isAlreadySo(game.run, { ask: 'cancel', task: taskId('z') })).toBe(false)
    expect(isAlreadySo(failed().run, { ask: 'approve', task: a })).toBe(false)
  })
})
