import { describe, expect, it } from 'vitest'
import { OUTCOMES, planFrom, play, playGame, Game, statesOf } from '../../../test/played/play.ts'
import { overBudget, runOverBudget, usageOf } from './budget.ts'
import { howToStart } from '../run/attempt-start.ts'
import { taskId } from '../value/ids.ts'
import { purposeOf, stateOf, taskOf } from '../run/run.ts'
import { sayStuck } from '../say/say-stuck.ts'
import { attentionOf } from '../report/attention.ts'
import { sayAttention, sayInFull } from '../say/say-attention.ts'
import { sayWait } from '../say/say-wait.ts'
import { isUpToPeople } from '../run/waits-for-people.ts'
import { waitingTasks, whyWaiting } from '../schedule/why-waiting.ts'

const [a, b] = ['a', 'b'].map(taskId) as [never, never]
const PROMPT = { work: { is: 'prompt', text: 'do it' } } as const

describe('what has been spent', () => {
  it('is that of all attempts at a task, and of all tasks of the run', () => {
    const { run } = playGame('a:\nb:', {
      outcomes: { a: ['try again'] },
      costs: { a: [1, 2], b: [4] },
    })
    expect(usageOf(run, a)).toMatchObject({ costUsd: 3, outputTokens: 2000 })
    expect(run.usage.costUsd).toBe(7)
  })

  it('is the last that an attempt has reported, not the sum of its reports', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    for (const usd of [1, 2, 3]) game.spend(a, usd)
    expect(game.run.usage.costUsd).toBe(3)
  })

  it('is nothing as long as nobody says what it costs', () => {
    const { run } = playGame('a:', { budgetUsd: 0.01 })
    expect(usageOf(run, a).costUsd).toBeNull()
    expect(runOverBudget(run)).toBeNull()
  })
})

describe('a run with a limit', () => {
  const spent = () => playGame('a:\nb: a', { budgetUsd: 2, costs: { a: [2] } })

  it('starts nothing once that is spent, and says so', () => {
    const { run, now } = spent()
    expect(statesOf(run)).toEqual({ a: 'landed', b: 'waiting' })
    const wait = whyWaiting(run, b, now)!
    expect(wait).toEqual({ is: 'over-budget', limitUsd: 2, spentUsd: 2 })
    expect(sayWait(wait, now)).toBe('the run has spent $2.00 of $2.00: conductor budget <usd>')
  })

  it('waits for a person then, also when nothing is stuck', () => {
    const { run, now } = spent()
    expect(isUpToPeople(run, waitingTasks(run, now))).toBe(true)
  })

  it('goes on when the limit is raised or taken away, and not when it is still too low', () => {
    const raisedTo = (usd: number | null) =>
      play('a:\nb: a', {
        budgetUsd: 2,
        costs: { a: [2] },
        asks: { 90: { ask: 'budget', task: null, usd } },
      }).slice(2)
    const goesOn = ['budget-changed run', 'attempt-started b', 'task-landed b']
    expect(raisedTo(3)).toEqual(goesOn)
    expect(raisedTo(null)).toEqual(goesOn)
    expect(raisedTo(1.5)).toEqual(['budget-changed run'])
  })

  it('has everyone stuck who was at work, and all of them go on together', () => {
    const game = new Game(planFrom('a:\nb:'), { budgetUsd: 5 })
    game.startAll()
    for (const task of [a, b]) game.spend(task, 3)
    for (const task of [a, b]) game.end(task, OUTCOMES['over budget'])
    expect(statesOf(game.run)).toEqual({ a: 'stuck', b: 'stuck' })
    game.ask({ ask: 'budget', task: null, usd: 20 })
    game.startAll()
    expect(statesOf(game.run)).toEqual({ a: 'working', b: 'working' })
  })
})

describe('a task with a limit', () => {
  const stuck = (settings: object = {}) => {
    const game = new Game(planFrom('a:\nb:', { a: { ...PROMPT, budgetUsd: 1 } }), settings)
    game.startAll()
    game.spend(a, 1.2)
    game.end(a, OUTCOMES['over budget'])
    return game
  }

  it('is stuck when it has spent that, and the others go on', () => {
    const { run } = stuck()
    expect(statesOf(run)).toEqual({ a: 'stuck', b: 'working' })
    const state = stateOf(run, a)
    expect(state.is === 'stuck' && sayStuck(state.why)).toBe('it has spent $1.20 of $1.00')
  })

  it('says when what it has spent is an estimate of ours, wherever it says so', () => {
    const game = new Game(planFrom('a:\nb:\nc: b', { a: PROMPT, b: PROMPT }), { budgetUsd: 1 })
    game.startAll()
    game.spend(b, 0.5)
    game.end(b, OUTCOMES.succeeded)
    game.spend(a, 5, { costFrom: 'table', estimatedUsd: 5 })
    game.end(a, OUTCOMES['over budget'])
    const { run, now } = game
    const said = '$5.50 of $1.00, $5.00 of it estimated'
    const state = stateOf(run, a)
    expect(state.is === 'stuck' && sayStuck(state.why)).toBe(`the run has spent ${said}`)
    expect(sayWait(whyWaiting(run, taskId('c'), now)!, now)).toContain(said)
    const [item] = attentionOf(run, now)
    expect(sayAttention(item!, now)).toBe(
      'the run has used up its budget of $1.00 (partly estimated)',
    )
    expect(sayInFull(run, item!)).toEqual([`Spent: ${said}`])
  })

  it('goes on where it was when the limit is raised', () => {
    const game = stuck()
    game.ask({ ask: 'budget', task: a, usd: 5 })
    expect(stateOf(game.run, a)).toMatchObject({ is: 'waiting', purpose: { is: 'go-on' } })
    expect(taskOf(game.run, a).budgetUsd).toBe(5)
    game.startAll()
    expect(game.working()).toEqual([a, b])
  })

  it('stays stuck when that is not enough, and says what it lacks now', () => {
    const game = stuck()
    game.ask({ ask: 'budget', task: a, usd: 1.1 })
    expect(stateOf(game.run, a)).toMatchObject({
      is: 'stuck',
      why: { of: 'task', limitUsd: 1.1, spentUsd: 1.2 },
    })
  })

  it('is not set free by money for others', () => {
    const game = stuck()
    game.ask({ ask: 'budget', task: null, usd: 100 })
    game.ask({ ask: 'budget', task: b, usd: 100 })
    expect(statesOf(game.run)).toMatchObject({ a: 'stuck' })
  })

  it('needs both limits raised when it is over both', () => {
    const game = stuck({ budgetUsd: 1 })
    game.ask({ ask: 'budget', task: null, usd: 100 })
    expect(overBudget(game.run, a)).toMatchObject({ of: 'task' })
    expect(statesOf(game.run)).toMatchObject({ a: 'stuck' })
    game.ask({ ask: 'budget', task: a, usd: 100 })
    expect(statesOf(game.run)).toMatchObject({ a: 'waiting' })
  })

  it('goes on at once where it was when the limit was raised while it was being stopped', () => {
    const game = new Game(planFrom('a:', { a: { ...PROMPT, budgetUsd: 1 } }), {})
    game.startAll()
    game.spend(a, 1.2)
    game.ask({ ask: 'budget', task: a, usd: 5 })
    game.end(a, OUTCOMES['over budget'])
    const { run } = game
    expect(statesOf(run)).toEqual({ a: 'waiting' })
    expect(howToStart(run, taskOf(run, a), purposeOf(run, a))).toBe('continue')
  })
})

it('refuses a limit for a run that is over, and for a task that is not there', () => {
  const ask = (task: string | null) =>
    playGame('a:').ask({ ask: 'budget', task: task === null ? null : taskId(task), usd: 1 })
  expect(ask(null)).toMatchObject({ refusal: { is: 'run-is-over' } })
  expect(ask('c')).toMatchObject({ refusal: { is: 'unknown-task' } })
})

describe('a task that has spent its limit when its attempt ends by itself', () => {
  const ended = (outcome: keyof typeof OUTCOMES, words: readonly string[] = []) => {
    const game = new Game(planFrom('a:', { a: { ...PROMPT, budgetUsd: 1 } }), {})
    game.startAll()
    game.spend(a, 2)
    for (const text of words) game.ask({ ask: 'guide', task: a, text })
    game.end(a, OUTCOMES[outcome])
    return game
  }
  const outOfMoney = { is: 'stuck', why: { is: 'budget', of: 'task', spentUsd: 2 } }

  it('[V12] is not tried again before the limit is raised', () => {
    const game = ended('killed')
    expect(stateOf(game.run, a)).toMatchObject(outOfMoney)
    game.ask({ ask: 'budget', task: a, usd: 5 })
    game.startAll()
    expect(statesOf(game.run)).toEqual({ a: 'working' })
    expect(stateOf(ended('rate limited').run, a)).toMatchObject(outOfMoney)
  })

  it('[V12] does not go on with what people said before the limit is raised', () => {
    expect(stateOf(ended('succeeded', ['use tabs']).run, a)).toMatchObject(outOfMoney)
    const game = ended('asked')
    game.ask({ ask: 'guide', task: a, text: 'sliding' })
    expect(stateOf(game.run, a)).toMatchObject(outOfMoney)
    game.ask({ ask: 'budget', task: a, usd: null })
    expect(stateOf(game.run, a)).toMatchObject({ is: 'waiting', purpose: { is: 'go-on' } })
  })

  it('lands what it has done, and fails where it would have failed', () => {
    expect(statesOf(ended('succeeded').run)).toEqual({ a: 'landed' })
    expect(statesOf(ended('failed').run)).toEqual({ a: 'failed' })
  })
})
