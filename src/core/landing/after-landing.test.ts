import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, TROUBLES } from '../../../test/played/play.ts'
import type { Trouble } from './delivery.ts'
import { afterMarks } from './after-landing.ts'
import { taskId } from '../value/ids.ts'
import { stateOf } from '../run/run.ts'
import { attentionOf } from '../report/attention.ts'
import { sayAttention, sayInFull, waysOf } from '../say/say-attention.ts'

const a = taskId('a')

function askedToLand(trouble: Trouble): Game {
  const game = new Game(planFrom('a:'), { isolation: 'worktree', review: true })
  game.startAll()
  game.end(a, OUTCOMES.succeeded)
  game.record([{ type: 'review-needed', task: a, trouble }])
  game.ask({ ask: 'approve', task: a })
  return game
}

function leaveMarks(game: Game): void {
  const state = stateOf(game.run, a)
  game.record(afterMarks(game.run, a, ['a.txt'], state.is === 'landing' ? state.was : undefined))
}

describe('what a person wants to land with conflict marks in it', () => {
  it.each([
    ['a conflict', TROUBLES.conflict],
    ['a red check', TROUBLES.red],
    ['an approval', { is: 'approval' }],
  ] as const)('says so, after %s too, and does not say to begin the merge again', (_, was) => {
    const game = askedToLand(was)
    leaveMarks(game)
    const [item] = attentionOf(game.run, 0)
    expect(sayAttention(item!, 0)).toBe('there are still conflict markers in a.txt')
    expect(sayInFull(game.run, item!)).toEqual(['a.txt'])
    expect(waysOf(item!)).toContainEqual({
      command: 'conductor approve a',
      does: 'once you have resolved it in its worktree (conductor worktrees open a)',
    })
  })

  it('is not brought back when it was cancelled meanwhile', () => {
    const game = askedToLand(TROUBLES.conflict)
    game.ask({ ask: 'cancel', task: a })
    leaveMarks(game)
    expect(stateOf(game.run, a).is).toBe('cancelled')
  })
})
