import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PlanMaking } from '../run/plan-making.ts'
import { PLANNING_STATES, secondsIn } from '../run/plan-making.ts'
import { makingDocument, makingIn } from './making-document.ts'

const tokens = fc.nat(1_000_000)
const anyMaking: fc.Arbitrary<PlanMaking> = fc.record({
  madeAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  by: fc.record({
    backend: fc.constantFrom('api', 'cli', 'agent', 'offline'),
    model: fc.constantFrom(null, 'claude-sonnet-5-5'),
  }),
  states: fc.array(
    fc.record({ state: fc.constantFrom(...PLANNING_STATES), at: fc.nat(4_000_000_000_000) }),
  ),
  usage: fc.record({
    inputTokens: tokens,
    outputTokens: tokens,
    cacheReadTokens: tokens,
    cacheWriteTokens: tokens,
    costUsd: fc.constant(0.25),
    costFrom: fc.constantFrom('agent', 'table', 'imputed'),
    estimatedUsd: fc.constantFrom(0, 0.25),
  }),
  failed: fc.constant(null),
})

it('how a plan was made survives plan.json', () => {
  fc.assert(
    fc.property(anyMaking, (making) => {
      expect(makingIn(JSON.parse(JSON.stringify(makingDocument(making))))).toEqual(making)
    }),
  )
})

it('any other JSON tells nothing about a plan', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => makingIn(value) === null))
})

it('a state lasts until the next one begins', () => {
  const states = [
    { state: 'analysing', at: 1000 },
    { state: 'planning', at: 3500 },
    { state: 'queue_ready', at: 4000 },
  ] as const
  const making = { states } as unknown as PlanMaking
  const seconds = PLANNING_STATES.map((state) => secondsIn(making, state))
  expect(seconds).toEqual([0, 2.5, 0.5, 0, 0])
})
