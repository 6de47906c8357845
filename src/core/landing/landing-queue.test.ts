import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { landingQueue } from './landing-queue.ts'

it('the line of landings has what is next first, and of what has landed the newest', () => {
  const game = new Game(planFrom('a:\nb:\nc:\nd:\ne:'), { agents: 5, isolation: 'worktree' })
  game.startAll()
  const [a, b, c, d] = game.working()
  for (const task of [a!, b!, c!, d!]) {
    game.now += 1000
    game.end(task, OUTCOMES.succeeded)
  }
  game.now += 1000
  game.land(a!)
  game.now += 1000
  game.land(c!)
  game.land(d!, 'conflict', false)
  const line = landingQueue(game.run).map(({ task, status, trouble }) => [task, status, trouble])
  expect(line).toEqual([
    ['b', 'queued', null],
    ['d', 'review', 'conflict'],
    ['c', 'landed', null],
    ['a', 'landed', null],
  ])
})
