import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../../test/played/play.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { sayStand } from './say-stand.ts'

it('says of a task that waits for a person what its card says, not what to type', () => {
  const { run, now } = new Game(planFrom('a:', { a: { needsHuman: true } }), {})
  expect(sayStand(run, taskId('a'), now)).toBe('needs your word before it starts')
})

it('names no commit for a task that has changed nothing', () => {
  const game = new Game(planFrom('a:'), { isolation: 'worktree' })
  game.startAll()
  game.end(taskId('a'), OUTCOMES.succeeded, 0.5, false)
  expect(sayStand(game.run, taskId('a'), game.now)).toBe('it has changed nothing')
})
