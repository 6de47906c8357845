import { expect, it } from 'vitest'
import { budgetMeter } from './budget-meter.ts'
import { NO_USAGE } from './usage.ts'

const meter = (budgetUsd: number | null, costUsd: number | null, tokens = 1000) =>
  budgetMeter({ budgetUsd, usage: { ...NO_USAGE, outputTokens: tokens, costUsd } })

it('tells how much of the budget is spent, and when that is nearly all or all of it', () => {
  expect(meter(5, 1)).toEqual({ says: '$1.00 of $5.00', share: 0.2, level: 'fine' })
  expect(meter(5, 4)).toMatchObject({ share: 0.8, level: 'close' })
  expect(meter(5, 5.5)).toEqual({ says: '$5.50 of $5.00', share: 1, level: 'spent' })
  expect(meter(5, null, 0)).toEqual({ says: '$0.00 of $5.00', share: 0, level: 'fine' })
})

it('tells the cost alone when there is no budget, and nothing when there is neither', () => {
  expect(meter(null, 1)).toEqual({ says: '$1.00', share: null, level: 'fine' })
  expect(meter(null, null, 0)).toBeNull()
})

it('never calls an unknown cost zero', () => {
  expect(meter(5, null)).toEqual({ says: 'unknown cost of $5.00', share: null, level: 'fine' })
  expect(meter(null, null)).toEqual({ says: 'unknown cost', share: null, level: 'fine' })
})
