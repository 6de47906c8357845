import { expect, it } from 'vitest'
import type { StartOffer } from '../../data/api/start.ts'
import { sayCost, sayTime } from './start-words.ts'
import { choiceOf, typedStart } from './typed-start.ts'

const OFFER: StartOffer = {
  file: 'tasks.yaml',
  tasks: 5,
  prompts: 3,
  agent: 'claude',
  agents: ['claude', 'codex'],
  parallel: 3,
  budget_usd: null,
  target: 'conductor/run-1',
  check: null,
  likely: { seconds: 1500, low_s: 900, high_s: 3000 },
  cost_usd: 3.2,
  usd_per_hour: 4,
  warnings: [],
  remembered: null,
}

it('says how long it takes and what it costs, and what is not known', () => {
  expect(sayTime(OFFER)).toBe('about 25m, most likely 15m to 50m')
  expect(sayTime({ ...OFFER, likely: null })).toBe('not known: the plan is too large')
  expect(sayCost(OFFER)).toBe('about $3.20: an hour of an agent has cost $4.00 here')
  expect(sayCost({ ...OFFER, cost_usd: null })).toContain('not known')
  expect(sayCost({ ...OFFER, prompts: 0, cost_usd: 0 })).toBe('nothing: no task is for a model')
})

it('begins with what is set, and then with what was chosen last', () => {
  expect(choiceOf(typedStart(OFFER))).toEqual({
    agent: null,
    parallel: 3,
    budget_usd: null,
    into: null,
    ask: true,
  })
  const remembered = { agent: 'codex', parallel: 5, budget_usd: 2.5, into: 'next', ask: false }
  expect(choiceOf(typedStart({ ...OFFER, remembered }))).toEqual(remembered)
})
