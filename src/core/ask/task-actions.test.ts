import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import {
  DELIVERY,
  Game,
  OUTCOMES,
  planFrom,
  playGame,
  type Script,
} from '../../../test/played/play.ts'
import { answerAsk, undoOf } from './ask.ts'
import { attemptId, runId, taskId } from '../value/ids.ts'
import { actionsFor, askWith } from './task-actions.ts'

const a = taskId('a')

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), { agents: 1, ...settings })
  game.startAll()
  return game
}

const names = (game: Game, task = 'a'): readonly string[] =>
  actionsFor(game.run, taskId(task), game.now).map(({ name }) => name)

it('everything that a person is offered is accepted, in any run of any plan', () => {
  inAnyGame({
    rest({ run, now }) {
      for (const { id } of run.plan.tasks)
        for (const action of actionsFor(run, id, now)) {
          const ask = askWith(action, id, '5')!
          expect([action.name, answerAsk(run, ask).accepted]).toEqual([action.name, true])
          expect(action.words === null).toBe(action.ask !== null)
        }
    },
  })
})

describe('what can be done with a task', () => {
  it('that waits: tell its agent, change its turn, leave it out', () => {
    expect(names(begun('a:\nb:'), 'b')).toEqual(['guide', 'sooner', 'later', 'skip'])
  })

  it('that waits for a person: let it start, once', () => {
    const game = begun('a:', { tasks: { a: { needsHuman: true } } })
    expect(names(game)[0]).toBe('approve')
    game.ask({ ask: 'approve', task: a })
    expect(names(game)).not.toContain('approve')
  })

  it('that works: tell its agent, put it back in line, cancel it; not again once it is stopping', () => {
    const game = begun('a:')
    expect(names(game)).toEqual(['guide', 'preempt', 'cancel'])
    game.record([{ type: 'stop-asked', task: a, as: 'cancelled' }])
    expect(names(game)).toEqual(['guide'])
  })

  it('that waits for permission: allow or deny what it asked for first', () => {
    const game = begun('a:')
    const requests = ['r1', 'r2'].map((id) => ({ id, tool: 'Bash', what: 'make' }))
    const condition = { is: 'permission', since: 0, requests } as const
    const attempt = attemptId(runId(1), a, 1)
    game.record([{ type: 'condition-changed', task: a, attempt, condition }])
    const [allow, deny] = actionsFor(game.run, a, game.now)
    expect(allow?.ask).toMatchObject({ ask: 'decide', request: 'r1', allow: true })
    expect(deny?.ask).toMatchObject({ ask: 'decide', request: 'r1', allow: false })
  })

  it('that is in review: land it, send it back, cancel it', () => {
    const game = begun('a:', { isolation: 'worktree', review: true })
    game.end(a, OUTCOMES.succeeded)
    expect(names(game)).toEqual(['land', 'reject', 'cancel'])
  })

  it('that is in conflict: landing it as it is in its worktree is not the first thing to do', () => {
    const game = begun('a:', { isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict', false)
    const [land, ...rest] = actionsFor(game.run, a, game.now)
    expect(land).toMatchObject({ name: 'land-worktree', ask: { ask: 'land', task: a } })
    expect(rest.map(({ name }) => name)).toEqual(['reject', 'cancel'])
    const back = { ask: 'resolve', task: a, onto: DELIVERY.base, commit: DELIVERY.base } as const
    const other = answerAsk(game.run, { ...back, delivery: DELIVERY.base })
    expect(other).toMatchObject({ accepted: false, refusal: { is: 'delivery-changed' } })
    game.ask({ ...back, delivery: DELIVERY.commit })
    expect(answerAsk(game.run, { ...back, delivery: DELIVERY.commit })).toMatchObject({
      refusal: { is: 'wrong-state', state: 'landing' },
    })
  })

  it('that has failed: try again, land what it left if it left something, and say that it needs nobody', () => {
    const outcomes = { a: ['failed'] } as const
    const game = playGame('a:', { outcomes })
    expect(names(game).toSorted()).toEqual(['cancel', 'retry'])
    expect(names(game)[0]).toBe('retry')
    const cancel = actionsFor(game.run, a, game.now).find(({ name }) => name === 'cancel')!.ask!
    expect(undoOf(game.run, cancel)).toBe(null)
    game.ask(cancel)
    expect(names(game)).toEqual(['retry'])
    const left = names(playGame('a:', { outcomes, isolation: 'worktree' }))
    expect(left.toSorted()).toEqual(['cancel', 'land', 'retry'])
  })

  it('that has landed: nothing', () => {
    expect(names(playGame('a:'))).toEqual([])
  })
})

describe('words that an action needs', () => {
  const stuck = (): Game => {
    const game = begun('a:', { tasks: { a: { budgetUsd: 1 } } })
    game.spend(a, 2)
    game.end(a, OUTCOMES['over budget'])
    return game
  }

  it('become part of its ask', () => {
    const [guide] = actionsFor(begun('a:').run, a, 0)
    expect(askWith(guide!, a, ' use tabs ')).toEqual({ ask: 'guide', task: a, text: 'use tabs' })
    const [budget] = actionsFor(stuck().run, a, 0)
    expect(askWith(budget!, a, '7.5')).toEqual({ ask: 'budget', task: a, usd: 7.5 })
  })

  it('must be there, and be a number where one is needed', () => {
    const [guide] = actionsFor(begun('a:').run, a, 0)
    expect(askWith(guide!, a, '  ')).toBe(null)
    const [budget] = actionsFor(stuck().run, a, 0)
    expect(askWith(budget!, a, 'much')).toBe(null)
    expect(askWith(budget!, a, '-1')).toBe(null)
  })
})
