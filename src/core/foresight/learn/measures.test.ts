import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collisionChance } from '../collision-chance.ts'
import { aucOf, calibrationError, rightnessOf } from './measures.ts'

const file = (path: string, p: number) => ({ path, p })
const anyFiles = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom('a', 'b', 'c', 'd'),
    p: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { selector: ({ path }) => path },
)

describe('the chance of a collision', () => {
  it('is that of at least one common file', () => {
    expect(collisionChance([file('a', 0.5)], [file('a', 0.5)])).toBeCloseTo(0.25)
    expect(
      collisionChance([file('a', 0.5), file('b', 0.5)], [file('b', 0.5), file('a', 0.5)]),
    ).toBeCloseTo(1 - 0.75 ** 2)
    expect(collisionChance([file('a', 1)], [file('b', 1)])).toBe(0)
  })

  it('is between 0 and 1, the same for both, never certain', () => {
    fc.assert(
      fc.property(anyFiles, anyFiles, (one, other) => {
        const chance = collisionChance(one, other)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThan(1)
        expect(collisionChance(other, one)).toBeCloseTo(chance, 12)
      }),
    )
  })
})

describe('measures', () => {
  it('count what was foreseen and touched', () => {
    const right = rightnessOf([
      { foreseen: [file('a', 0.9), file('b', 0.1)], touched: ['a', 'x'] },
      { foreseen: [file('b', 0.6), file('a', 0.4)], touched: ['a'] },
    ])
    expect(right).toMatchObject({ tasks: 2, recall5: 0.75, precision5: 0.2, reciprocalRank: 0.75 })
  })

  it('AUC is 1 when every collision is thought likelier, and half for ties', () => {
    const guess = (p: number, is: boolean) => ({ p, is })
    expect(aucOf([guess(0.1, false), guess(0.2, false), guess(0.3, true)])).toBe(1)
    expect(aucOf([guess(0.3, false), guess(0.3, true)])).toBe(0.5)
    expect(aucOf([guess(0.3, false), guess(0.1, true)])).toBe(0)
  })

  it('a coin of which one knows the chance is calibrated', () => {
    const tosses = Array.from({ length: 100 }, (_, at) => ({ p: 0.25, is: at % 4 === 0 }))
    expect(calibrationError(tosses)).toBeCloseTo(0)
    expect(calibrationError([{ p: 1, is: false }])).toBe(1)
  })
})
