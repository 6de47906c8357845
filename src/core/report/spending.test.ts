import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, playGame } from '../../../test/played/play.ts'
import { NO_USAGE, plusUsage, type Usage } from '../agent/usage.ts'
import { attemptId, taskId } from '../value/ids.ts'
import { NOT_MEASURED, summarise } from './summary.ts'

const [a, b] = ['a', 'b'].map(taskId) as [never, never]
const PROMPT = { work: { is: 'prompt', text: 'do it' }, agent: 'claude' } as const
const PROMPTS = { a: PROMPT, b: PROMPT }

const summaryOf = (game: Game) => summarise(game.run, NOT_MEASURED)

describe('what a run has cost', () => {
  it('is the sum of all attempts, and shared among the tasks that landed', () => {
    const game = playGame('a:\nb:', {
      tasks: PROMPTS,
      outcomes: { a: ['try again'], b: ['failed'] },
      costs: { a: [0.1, 0.2], b: [0.4] },
      budgetUsd: 5,
    })
    expect(summaryOf(game)).toMatchObject({
      cost_usd: 0.7,
      cost_is_partial: false,
      tokens: 3000,
      cost_per_landed_task: 0.7,
      cost_not_landed_usd: 0.4,
      budget_usd: 5,
      usage: { output_tokens: 3000, cost_from: 'agent', imputed_usd: 0 },
      results: [
        { id: 'a', cost_usd: 0.3, tokens: 2000, agent: 'claude' },
        { id: 'b', cost_usd: 0.4, tokens: 1000 },
      ],
    })
  })

  it('includes what planning has cost', () => {
    const game = playGame('a:', { tasks: { a: PROMPT }, costs: { a: [0.1] } })
    const usage = { ...NO_USAGE, inputTokens: 500, costUsd: 0.5, costFrom: 'table' } as const
    const made = {
      madeAt: '',
      by: { backend: 'api', model: null },
      states: [],
      failed: null,
    } as const
    const { run } = game
    const planned = (used: Usage) => ({
      ...run,
      planned: { ...made, usage: used },
      usage: plusUsage(run.usage, used),
    })
    expect(summarise(planned(usage), NOT_MEASURED)).toMatchObject({
      cost_usd: 0.6,
      cost_is_partial: false,
      tokens: 1500,
      cost_per_landed_task: 0.6,
      usage: { input_tokens: 500, output_tokens: 1000, cost_from: 'mixed' },
      planning: { cost_usd: 0.5, tokens: 500 },
      results: [{ cost_usd: 0.1, tokens: 1000 }],
    })
    const unpriced = planned({ ...usage, costUsd: null, costFrom: null })
    expect(summarise(unpriced, NOT_MEASURED)).toMatchObject({
      cost_usd: 0.1,
      cost_is_partial: true,
    })
    expect(summarise(planned(NO_USAGE), NOT_MEASURED)).toMatchObject({
      cost_usd: 0.1,
      cost_is_partial: false,
    })
  })

  it('is nothing when there are only commands', () => {
    expect(summaryOf(playGame('a:\nb: a'))).toMatchObject({
      cost_usd: 0,
      cost_is_partial: false,
      cost_per_landed_task: 0,
      cost_not_landed_usd: 0,
      results: [{ cost_usd: 0, agent: null, model: null }, {}],
    })
  })

  it('is nothing also when a command has asked, and goes on with the answer', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    game.end(a, OUTCOMES.asked)
    game.ask({ ask: 'guide', task: a, text: 'This one.' })
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    expect(summaryOf(game)).toMatchObject({ cost_usd: 0, cost_is_partial: false })
  })

  it('is not known when no agent says it, rather than nothing', () => {
    expect(summaryOf(playGame('a:\nb:', { tasks: PROMPTS }))).toMatchObject({
      cost_usd: null,
      cost_is_partial: true,
      cost_per_landed_task: null,
      results: [{ cost_usd: null }, { cost_usd: null }],
    })
  })

  it('is not known either when there are commands beside an agent that does not say it', () => {
    const game = playGame('a:\nb:', { tasks: { a: PROMPT } })
    expect(summaryOf(game)).toMatchObject({
      cost_usd: null,
      results: [{ cost_usd: null }, { cost_usd: 0 }],
    })
  })

  it('is a part of it when one agent says it and another does not', () => {
    const game = playGame('a:\nb:', { tasks: PROMPTS, costs: { a: [2] } })
    expect(summaryOf(game)).toMatchObject({ cost_usd: 2, cost_is_partial: true })
  })

  it('is a part of it when an agent was cut off with its coordinator: nobody knows what it used last', () => {
    const game = new Game(planFrom('a:', PROMPTS), {})
    game.startAll()
    game.spend(a, 1)
    game.end(a, { is: 'lost', isUnseen: true })
    expect(summaryOf(game)).toMatchObject({ cost_usd: 1, cost_is_partial: true })
  })

  it('is nothing for what could not start', () => {
    const outcomes = { a: ['cannot start', 'cannot start', 'cannot start'] } as const
    const game = playGame('a:', { tasks: PROMPTS, outcomes })
    expect(summaryOf(game)).toMatchObject({ cost_is_partial: false, cost_per_landed_task: null })
  })

  it('has no price per task as long as nothing has landed', () => {
    const game = playGame('a:', { tasks: PROMPTS, outcomes: { a: ['failed'] }, costs: { a: [2] } })
    expect(summaryOf(game)).toMatchObject({ cost_per_landed_task: null, cost_not_landed_usd: 2 })
  })

  it('tells what a subscription paid from what was paid', () => {
    const game = new Game(planFrom('a:\nb:', PROMPTS), {})
    game.startAll()
    game.spend(a, 1, { costFrom: 'imputed', cacheReadTokens: 70 })
    expect(summaryOf(game).usage).toMatchObject({ cost_from: 'imputed', imputed_usd: 1 })
    game.spend(b, 2)
    expect(summaryOf(game).usage).toMatchObject({
      cost_from: 'mixed',
      imputed_usd: 1,
      cache_read_tokens: 70,
    })
  })
})

it('names the agent and the model that a task was done with', () => {
  const game = new Game(planFrom('a:', { a: { ...PROMPT, model: 'opus' } }), {})
  game.startAll()
  expect(summaryOf(game).results[0]).toMatchObject({ agent: 'claude', model: 'opus' })
  const conversation = { agent: 'claude', id: 'x', model: 'claude-opus-4-5-20251101' }
  const attempt = attemptId(game.run.id, a, 1)
  game.record([{ type: 'conversation-started', task: a, attempt, conversation }])
  game.end(a, OUTCOMES.succeeded)
  expect(summaryOf(game).results[0]).toMatchObject({ model: 'claude-opus-4-5-20251101' })
})
