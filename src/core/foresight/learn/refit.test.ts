import { expect, it } from 'vitest'
import { refit } from './refit.ts'

const ROWS = 4000

/** Rows with one number, touched with the probability that the weights say. */
function observed(bias: number, weight: number) {
  const rows = Float64Array.from({ length: ROWS }, (_, at) => ((at % 40) - 20) / 10)
  let state = 1
  const touched = Uint8Array.from(rows, (x) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 < 1 / (1 + Math.exp(-bias - weight * x)) ? 1 : 0
  })
  return { rows, width: 1, touched }
}

it('finds the weights that made the observations', () => {
  const prior = { weights: [0, 0], spread: [1, 1], strength: 1 }
  const [bias, weight] = refit(observed(-1, 2), prior)
  expect(bias).toBeCloseTo(-1, 0)
  expect(weight).toBeCloseTo(2, 0)
})

it('keeps the shipped weights without observations, and with a strong prior', () => {
  const nothing = { rows: new Float64Array(0), width: 1, touched: new Uint8Array(0) }
  const prior = { weights: [-3, 1], spread: [1, 1], strength: 100 }
  expect(refit(nothing, prior)).toEqual([-3, 1])
  const [, weight] = refit(observed(-1, 2), { ...prior, strength: 1e9 })
  expect(weight).toBeCloseTo(1, 2)
})
