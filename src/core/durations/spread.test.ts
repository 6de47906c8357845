import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawsFor, drawsOf, quantile } from './draws.ts'
import { shiftOf, widthOf } from './shift.ts'
import { durationAt, intervalOf, shareLonger, spreadOf, type Spread } from './spread.ts'

const anySpread = fc.record({
  middle: fc.double({ min: 0.01, max: 1e5, noNaN: true }),
  scale: fc.double({ min: 0.02, max: 1.5, noNaN: true }),
})
const anyShare = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const anySeconds = fc.double({ min: 0, max: 1e6, noNaN: true })

describe('a spread', () => {
  it('has half of its durations on each side of the middle, and four of five in its interval', () => {
    const spread: Spread = { middle: 600, scale: 0.3 }
    const { low, high } = intervalOf(spread)
    expect(durationAt(spread, 0.5)).toBeCloseTo(600, 9)
    expect(durationAt(spread, 0.1)).toBeCloseTo(low, 9)
    expect(durationAt(spread, 0.9)).toBeCloseTo(high, 9)
    expect(shareLonger(spread, high)).toBeCloseTo(0.1, 9)
    expect(spreadOf({ seconds: 600, low, high }).scale).toBeCloseTo(0.3, 9)
  })

  it('never ends before what has elapsed, and later the more has', () => {
    fc.assert(
      fc.property(anySpread, anyShare, anySeconds, anySeconds, (spread, u, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        const [early, late] = [durationAt(spread, u, less), durationAt(spread, u, more)]
        expect(late).toBeGreaterThanOrEqual(more)
        expect(late).toBeGreaterThanOrEqual(early * (1 - 1e-6))
        expect(Number.isFinite(late)).toBe(true)
      }),
    )
  })

  it('is longer for a larger share', () => {
    fc.assert(
      fc.property(anySpread, anyShare, anyShare, anySeconds, (spread, a, b, elapsed) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)]
        expect(durationAt(spread, large, elapsed)).toBeGreaterThanOrEqual(
          durationAt(spread, small, elapsed),
        )
      }),
    )
  })
})

describe('what durations have in common', () => {
  const offs = (off: number, count: number, goesOn = false) =>
    Array.from({ length: count }, () => ({ off, scale: 0.3, goesOn }))

  it('is nothing without any, little with one, and nearly all with many', () => {
    expect(shiftOf([], 0.5)).toEqual({ by: 0, give: 0.5 })
    const [one, many] = [shiftOf(offs(1, 1), 0.5), shiftOf(offs(1, 100), 0.5)]
    expect(one.by).toBeGreaterThan(0.2)
    expect(one.by).toBeLessThan(0.8)
    expect(many.by).toBeCloseTo(1, 1)
    expect(many.give).toBeLessThan(one.give)
  })

  it('rises with work that goes on beyond what was expected, and hardly with work that has just begun', () => {
    expect(shiftOf(offs(1, 5, true), 0.5).by).toBeGreaterThan(0.5)
    expect(shiftOf(offs(-3, 5, true), 0.5).by).toBeCloseTo(0, 2)
  })

  it('is found for any durations', () => {
    const any = fc.record({
      off: fc.double({ min: -20, max: 20, noNaN: true }),
      scale: fc.double({ min: 0.02, max: 2, noNaN: true }),
      goesOn: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (sightings) => {
        const { by, give } = shiftOf(sightings, 0.5)
        expect(Math.abs(by)).toBeLessThanOrEqual(20)
        expect(give).toBeGreaterThan(0)
        expect(give).toBeLessThanOrEqual(0.5)
        expect(widthOf(sightings, by, 8)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('draws', () => {
  it('take every slice of a task once, in another order for each task, and always the same', () => {
    const draws = drawsOf(50, 9)
    const slices = (task: number): readonly number[] =>
      Array.from({ length: 9 }, (_, draw) => draws.own(task, draw))
    const all = Array.from({ length: 9 }, (_, i) => (i + 0.5) / 9)
    for (let task = 0; task < 50; task++)
      expect(slices(task).toSorted((a, b) => a - b)).toEqual(all)
    expect(
      new Set(Array.from({ length: 50 }, (_, task) => slices(task).join())).size,
    ).toBeGreaterThan(45)
    expect(drawsOf(50, 9).own(7, 3)).toBe(draws.own(7, 3))
    expect([drawsFor(1), drawsFor(200), drawsFor(10_000)]).toEqual([33, 20, 9])
  })

  it('have quantiles between their values', () => {
    expect(quantile([1, 2, 3], 0.5)).toBe(2)
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([5], 0.9)).toBe(5)
  })
})
