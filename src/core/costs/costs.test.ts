import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, playGame } from '../../../test/played/play.ts'
import { NO_USAGE } from '../agent/usage.ts'
import { sayCostGroup } from '../say/say-cost.ts'
import { attemptId, runId, taskId } from '../value/ids.ts'
import { dayAt, daysBetween } from '../value/day.ts'
import { costCells } from './cost-cells.ts'
import { COSTS_BY, type CostsBy } from './costs-by.ts'
import { costsOf } from './costs.ts'

const PROMPT = { work: { is: 'prompt', text: 'do it' }, agent: 'claude', model: 'opus' } as const
const CODEX = { ...PROMPT, agent: 'codex', model: null }
const utc = (at: number): string => dayAt(at, 0)

const costs = (by: CostsBy, ...games: readonly Game[]) =>
  costsOf(
    games.map(({ run }) => costCells(run, utc)),
    by,
  )

const shop = (): Game =>
  playGame('a:\nb:\nc:\nd:', {
    tasks: { a: PROMPT, b: PROMPT, c: CODEX },
    outcomes: { a: ['try again'] },
    costs: { a: [0.1, 0.2], b: [0.4] },
  })

const names = (by: CostsBy, ...games: readonly Game[]) =>
  costs(by, ...games).rows.map(({ is, name, cost_usd }) => [name ?? is, cost_usd])

describe('costs', () => {
  it('are added up by task, agent, model and day, the most expensive first', () => {
    expect(names('task', shop())).toEqual([
      ['b', 0.4],
      ['a', 0.3],
      ['c', null],
      ['d', 0],
    ])
    expect(names('agent', shop())).toEqual([
      ['claude', 0.7],
      ['codex', null],
      ['command', 0],
    ])
    expect(names('model', shop())).toEqual([
      ['opus', 0.7],
      ['unknown', null],
      ['command', 0],
    ])
    expect(names('day', shop())).toEqual([['1970-01-01', 0.7]])
  })

  it('that are not known are never zero, and make the sum a partial one', () => {
    const { rows, total } = costs('agent', shop())
    expect(rows[0]).toMatchObject({ cost_is_partial: false, tokens: 3000, attempts: 3 })
    expect(rows[1]).toMatchObject({ cost_usd: null, cost_is_partial: true, tokens: 0 })
    expect(total).toMatchObject({ cost_usd: 0.7, cost_is_partial: true, attempts: 5 })
    expect(costs('task', playGame('a:')).total).toMatchObject({
      cost_usd: 0,
      cost_is_partial: false,
    })
    expect(costs('task').rows).toEqual([])
  })

  it('of several runs keep tasks of the same name apart, and name their run', () => {
    const [one, other] = [shop(), shop()]
    const later = { ...other.run, id: runId(2) }
    const { rows } = costsOf([costCells(one.run, utc), costCells(later, utc)], 'task')
    const ofA = rows.filter(({ name }) => name === 'a')
    expect(ofA.map((row) => [sayCostGroup(row), row.attempts])).toEqual([
      [`run ${one.run.id}: a`, 2],
      ['run 2: a', 2],
    ])
    expect(costs('task', one).rows.map(sayCostGroup)).toEqual(['b', 'a', 'c', 'd'])
  })

  it('come to the same total however they are added up, over any number of runs', () => {
    const totals = COSTS_BY.map((by) => {
      const { rows, total, runs } = costs(by, shop(), shop())
      expect(runs).toBe(2)
      expect(rows.reduce((sum, row) => sum + row.tokens, 0)).toBe(total.tokens)
      expect(rows.reduce((sum, row) => sum + row.duration_s, 0)).toBe(total.duration_s)
      return total
    })
    expect(new Set(totals.map((total) => JSON.stringify(total))).size).toBe(1)
    expect(totals[0]).toMatchObject({ cost_usd: 1.4, duration_s: 10 })
  })

  it('name the agent and the model that worked, not those that were planned', () => {
    const game = new Game(planFrom('a:', { a: PROMPT }), {})
    game.startAll()
    const [task, attempt] = [taskId('a'), attemptId(game.run.id, taskId('a'), 1)]
    const conversation = { agent: 'claude', id: 'x', model: 'claude-opus-4-5-20251101' }
    game.record([{ type: 'conversation-started', task, attempt, conversation }])
    game.spend(task, 0.5)
    game.end(task, OUTCOMES.succeeded)
    expect(names('model', game)).toEqual([['claude-opus-4-5-20251101', 0.5]])
  })

  it('count an attempt for the day on which it began, on the clock of the place', () => {
    const game = new Game(planFrom('a:\nb:', { a: PROMPT, b: PROMPT }), { agents: 1 })
    game.now = Date.parse('2026-03-01T22:30:00Z')
    game.startAll()
    game.spend(taskId('a'), 1)
    game.now += 3_600_000
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.now += 3_600_000
    game.startAll()
    game.spend(taskId('b'), 2)
    expect(names('day', game)).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 2],
    ])
    const inBerlin = costsOf([costCells(game.run, (at) => dayAt(at, -60))], 'day')
    expect(inBerlin.rows.map(({ name }) => name)).toEqual(['2026-03-01', '2026-03-02'])
    const inTokyo = costsOf([costCells(game.run, (at) => dayAt(at, -540))], 'day')
    expect(inTokyo.rows.map(({ name, cost_usd }) => [name, cost_usd])).toEqual([['2026-03-02', 3]])
  })

  it('have a row for planning by a model', () => {
    const { run } = shop()
    const planned = {
      madeAt: '',
      by: { backend: 'api', model: 'opus' },
      states: [
        { state: 'planning', at: 0 },
        { state: 'queue_ready', at: 5000 },
      ],
      usage: { ...NO_USAGE, inputTokens: 500, costUsd: 0.5, costFrom: 'table', estimatedUsd: 0.5 },
      failed: null,
    } as const
    const cells = costCells({ ...run, planned }, utc)
    expect(costsOf([cells], 'task').rows[0]).toMatchObject({
      is: 'planning',
      name: null,
      cost_usd: 0.5,
      estimated_usd: 0.5,
      duration_s: 5,
      attempts: 0,
    })
    expect(costsOf([cells], 'model').rows[0]).toMatchObject({ name: 'opus', cost_usd: 1.2 })
    const offline = {
      ...planned,
      usage: NO_USAGE,
      by: { backend: 'offline', model: null },
    } as const
    expect(costCells({ ...run, planned: offline }, utc)).toEqual(costCells(run, utc))
  })
})

it('days are counted over the ends of months', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
})
