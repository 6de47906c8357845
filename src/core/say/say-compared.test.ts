import { expect, it } from 'vitest'
import { isBetter, sayDifference, sayFigure, TOTAL_FIGURES } from './say-compared.ts'
import { sayCostOf } from './say-cost.ts'

const compared = (first: number | null, second: number | null) => ({
  first,
  second,
  difference: first === null || second === null ? null : second - first,
})

it('a difference has its sign, its unit and its share, and is empty when there is none', () => {
  expect(sayDifference(compared(0.5, 0.75), 'usd')).toBe('+$0.25 (+50 %)')
  expect(sayDifference(compared(90, 60), 'seconds')).toBe('−30s (−33 %)')
  expect(sayDifference(compared(0, 2), 'count')).toBe('+2')
  expect(sayDifference(compared(80, 90), 'points')).toBe('+10')
  for (const same of [compared(1, 1), compared(null, 1)])
    expect(sayDifference(same, 'usd')).toBe('')
})

it('what is not known is said to be so, and is neither better nor worse', () => {
  expect(sayFigure(null, 'usd')).toBe('not known')
  expect(isBetter(compared(null, 1), TOTAL_FIGURES.cost_usd)).toBeNull()
  expect(isBetter(compared(2, 1), TOTAL_FIGURES.cost_usd)).toBe(true)
  expect(isBetter(compared(2, 1), TOTAL_FIGURES.landed)).toBe(false)
  const cost = (cost_usd: number | null, cost_is_partial: boolean, estimated_usd = 0) =>
    sayCostOf({ cost_usd, cost_is_partial, estimated_usd })
  expect(cost(null, true)).toBe('not known')
  expect(cost(0.5, true)).toBe('at least $0.50')
  expect(cost(0.5, false, 0.1)).toBe('~$0.50')
  expect(cost(0, false)).toBe('$0.00')
})
