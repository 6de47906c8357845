import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

describe('what turns by itself', () => {
  it('is drawn every 32 ms, or less often when frames take longer', () => {
    const pace = new Pace()
    expect([2, 10, 20].map((taken) => pace.pauseAfter(taken))).toEqual([30, 22, 40])
  })

  it('stands still when three frames in a row were slow, and turns again after a quick one', () => {
    const pace = new Pace()
    expect([300, 50, 5].map((taken) => pace.pauseAfter(taken))).toEqual([600, 100, 27])
    expect([50, 50, 50, 60].map((taken) => pace.pauseAfter(taken))).toEqual([100, 100, null, null])
    expect(pace.pauseAfter(8)).toBe(24)
  })
})
