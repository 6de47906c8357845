import { describe, expect, it } from 'vitest'
import { DELIVERY, Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { diffSubject } from './diff-subject.ts'
import { commitId, laneName, taskId } from '../value/ids.ts'
import { attemptsAt } from '../run/run.ts'

const a = taskId('a')
const base = commitId('7'.repeat(40))
const delivered = { base: DELIVERY.base, commit: DELIVERY.commit }

function begun(): Game {
  const game = new Game(planFrom('a:'), { isolation: 'worktree' })
  game.startAll()
  const worktree = { lane: laneName('task-a'), path: '/shop-task-a', branch: 'task-a', base }
  game.record([{ type: 'worktree-opened', task: a, ...worktree }])
  return game
}

describe('the diff of a task', () => {
  it('is about its worktree while it works, and then about what it has delivered', () => {
    const game = begun()
    expect(diffSubject(game.run, a)).toEqual({ base, path: '/shop-task-a' })
    game.end(a, OUTCOMES.succeeded)
    expect(diffSubject(game.run, a)).toEqual(delivered)
    game.land(a)
    expect(diffSubject(game.run, a)).toEqual(delivered)
  })

  it('is about nothing before it has begun, and when it has made nothing', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree' })
    expect(diffSubject(game.run, a)).toBeNull()
    game.startAll()
    game.end(a, OUTCOMES.failed, 0.5, false)
    expect(diffSubject(game.run, a)).toBeNull()
  })

  it('is about an earlier attempt when that is asked for', () => {
    const game = begun()
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict')
    game.startAll()
    const [first, second] = attemptsAt(game.run, a)
    expect(diffSubject(game.run, a, first)).toEqual(delivered)
    expect(diffSubject(game.run, a, second)).toEqual({ base, path: '/shop-task-a' })
  })
})
