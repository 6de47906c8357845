import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { DrawOrder } from './draw-order.ts'

it('draws every orb once, the furthest first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: 1, max: 500, noNaN: true }), { minLength: 1, maxLength: 300 }),
      (list) => {
        const depths = Float32Array.from(list)
        const order = new DrawOrder(depths.length)
        order.sort(depths)
        expect([...order.order].sort((a, b) => a - b)).toEqual([...depths.keys()])
        const seen = [...order.order].map((orb) => depths[orb]!)
        const step = (Math.max(...depths) - Math.min(...depths)) / 4000
        const risen = seen.filter((depth, i) => depth > (seen[i - 1] ?? Infinity) + step + 1e-4)
        expect(risen).toEqual([])
      },
    ),
  )
})
