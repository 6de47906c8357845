import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeTicks } from './time-ticks.ts'

const labels = (from: number, to: number, pixelsPerSecond: number): readonly string[] =>
  timeTicks(from, to, pixelsPerSecond).map(({ label }) => label)

describe('the marks of the axis', () => {
  it('stand at round lengths of time', () => {
    expect(labels(0, 300, 2)).toEqual(['0', '1m', '2m', '3m', '4m', '5m'])
    expect(labels(0, 1, 500)).toEqual(['0', '0.2s', '0.4s', '0.6s', '0.8s', '1s'])
    expect(labels(0, 4 * 3600, 0.03)).toEqual(['0', '1h', '2h', '3h', '4h'])
    expect(labels(0, 45, 6)).toEqual(['0', '15s', '30s', '45s'])
  })

  it('are only those of the window', () => {
    expect(labels(100, 200, 2)).toEqual(['2m', '3m'])
    expect(labels(-20, 61, 2)).toEqual(['0', '1m'])
    expect(labels(50, 40, 2)).toEqual([])
  })

  it('say two units where one is not enough', () => {
    expect(labels(60, 121, 3)).toEqual(['1m', '1m 30s', '2m'])
  })

  it('are never closer than their words, however far one zooms', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 800, noNaN: true }), (pixelsPerSecond) => {
        const ticks = timeTicks(0, 2000 / pixelsPerSecond, pixelsPerSecond)
        const steps = ticks.slice(1).map(({ at }, i) => (at - ticks[i]!.at) * pixelsPerSecond)
        expect(ticks.length).toBeGreaterThan(1)
        expect(Math.min(...steps)).toBeGreaterThanOrEqual(83.9)
      }),
    )
  })
})
