import { describe, expect, it } from 'vitest'
import { DELIVERY, Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { diffSource } from './diff-source.ts'
import { commitId, laneName, taskId } from '../value/ids.ts'
import { attemptsAt, deliveryOf } from '../run/run.ts'
import { answerAsk } from '../ask/ask.ts'
import { attentionOf } from '../report/attention.ts'
import { qualityOf } from '../report/quality.ts'
import { NOT_MEASURED, summarise } from '../report/summary.ts'

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
    expect(diffSource(game.run, a)).toEqual({ base, path: '/shop-task-a' })
    game.end(a, OUTCOMES.succeeded)
    expect(diffSource(game.run, a)).toEqual(delivered)
    game.land(a)
    expect(diffSource(game.run, a)).toEqual(delivered)
  })

  it('is about nothing before it has begun, and when it has made nothing', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree' })
    expect(diffSource(game.run, a)).toBeNull()
    game.startAll()
    game.end(a, OUTCOMES.failed, 0.5, false)
    expect(diffSource(game.run, a)).toBeNull()
  })

  it('is about an earlier attempt when that is asked for', () => {
    const game = begun()
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict')
    game.startAll()
    const [first, second] = attemptsAt(game.run, a)
    expect(diffSource(game.run, a, first)).toEqual(delivered)
    expect(diffSource(game.run, a, second)).toEqual({ base, path: '/shop-task-a' })
  })

  it('is about nothing when the task has landed without a change, whatever it delivered before', () => {
    const game = begun()
    game.end(a, OUTCOMES.failed)
    game.ask({ ask: 'retry', task: a })
    game.startAll()
    game.end(a, OUTCOMES.succeeded, 0.5, false)
    expect(diffSource(game.run, a)).toBeNull()
    expect(deliveryOf(game.run, a)).toBeNull()
    expect(qualityOf(game.run, a)).toBeNull()
    const { results, landing } = summarise(game.run, NOT_MEASURED)
    expect(results[0]).toMatchObject({ status: 'landed', files: null, branch: null })
    expect(landing).toMatchObject({ unchecked: 0, merge_success_rate: null })
  })

  it('is about what has landed, with what a person has changed in the worktree before', () => {
    const game = begun()
    const resolved = { ...DELIVERY, commit: commitId('8'.repeat(40)) }
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict', false)
    game.ask({ ask: 'approve', task: a })
    game.record([{ type: 'work-resealed', task: a, delivery: resolved }])
    game.land(a)
    expect(diffSource(game.run, a)).toEqual({ base: resolved.base, commit: resolved.commit })
  })

  it('is about what has landed, also when the task was cancelled in that very moment', () => {
    const game = begun()
    game.end(a, OUTCOMES.succeeded)
    game.ask({ ask: 'cancel', task: a })
    game.land(a)
    expect(diffSource(game.run, a)).toEqual(delivered)
  })

  it('is about the delivery when a task is given up whose resolving agent was cut off', () => {
    const game = begun()
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict')
    game.startAll()
    game.end(a, OUTCOMES.lost, 0.5, { ...DELIVERY, commit: commitId('8'.repeat(40)) })
    game.ask({ ask: 'cancel', task: a })
    expect(diffSource(game.run, a)).toEqual(delivered)
    expect(answerAsk(game.run, { ask: 'land', task: a })).toMatchObject({ accepted: true })
  })

  it('is about nothing that a later attempt has thrown away: that cannot be landed, and nobody is told to', () => {
    const game = begun()
    game.end(a, OUTCOMES.failed)
    game.ask({ ask: 'retry', task: a })
    game.startAll()
    game.end(a, OUTCOMES.failed, 0.5, false)
    expect(diffSource(game.run, a)).toBeNull()
    expect(attentionOf(game.run, game.now)).toMatchObject([{ kind: 'task-failed', hasWork: false }])
    expect(answerAsk(game.run, { ask: 'land', task: a })).toMatchObject({ accepted: false })
  })
})
