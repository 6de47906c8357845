import { describe, expect, it } from 'vitest'
import { Game, planFrom, playGame, type Script } from '../../test/play.ts'
import { attentionIn, type Attention } from './attention.ts'
import { attemptId, runId, taskId } from './ids.ts'
import type { Condition } from './supervision.ts'
import { waitingTasks } from './why-waiting.ts'

const attention = ({ run, now }: Game): readonly Attention[] =>
  attentionIn(run, waitingTasks(run, now), now)

const after = (notation: string, script: Script): readonly Attention[] =>
  attention(playGame(notation, script))

describe('what needs a person', () => {
  it('is nothing as long as everything goes well, or goes wrong for good', () => {
    expect(after('a:\nb: a', {})).toEqual([])
    expect(after('a:\nb: a', { outcomes: { a: ['failed'] } })).toEqual([])
  })

  it('is a task whose agent has asked, with its question', () => {
    expect(after('a:', { outcomes: { a: ['asked'] } })).toEqual([
      {
        task: 'a',
        is: 'stuck',
        says: 'decision needed: How are tokens refreshed?',
        key: 'a/1/stuck',
      },
    ])
  })

  it('is another one when it asks again after an answer', () => {
    const guide = { ask: 'guide', task: taskId('a'), text: 'sliding' } as const
    const script: Script = { outcomes: { a: ['asked', 'asked'] }, asks: { 100: guide } }
    expect(after('a:', script)).toMatchObject([{ task: 'a', key: 'a/2/stuck' }])
  })

  it('is a delivery that cannot land', () => {
    const script: Script = { isolation: 'worktree', landings: { a: ['red', 'red'] } }
    expect(after('a:', script)).toMatchObject([{ task: 'a', is: 'review' }])
  })

  it('is a task that needs a human first, and not those behind it', () => {
    const script: Script = { tasks: { a: { needsHuman: true } } }
    expect(after('a:\nb: a', script)).toMatchObject([{ task: 'a', is: 'needs-human' }])
  })

  it.each([
    [{ is: 'looping', since: 0, what: 'npm test', times: 5 }, true],
    [{ is: 'silent', since: 0, during: null }, true],
    [{ is: 'stale', since: 0 }, true],
    [{ is: 'question', since: 0, decision: 'Which?' }, true],
    [{ is: 'rate-limited', since: 0, until: null, reason: 'busy' }, false],
    [{ is: 'over-time', since: 0, expectedSeconds: 60 }, false],
    [{ is: 'fine', since: 0 }, false],
  ] as const satisfies readonly (readonly [Condition, boolean])[])(
    'an agent that is $0.is: $1',
    (condition, isTold) => {
      const game = new Game(planFrom('a:'), {})
      game.startAll()
      const attempt = attemptId(runId(1), taskId('a'), 1)
      game.record([{ type: 'condition-changed', task: taskId('a'), attempt, condition }])
      expect(attention(game).map(({ is }) => is)).toEqual(isTold ? [condition.is] : [])
    },
  )
})
