import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Highest, highest } from './scores.ts'

it('the highest of things that come one by one are those of all of them together', () => {
  const anyValues = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 })
  fc.assert(
    fc.property(anyValues, fc.integer({ min: 1, max: 12 }), (values, count) => {
      const best = new Highest(count)
      values.forEach((value, thing) => best.offer(thing, value))
      const all = highest(Int32Array.from(values.keys()), count, values)
      const sorted = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b)
      expect(all).toEqual(sorted.slice(0, count))
      expect(new Set(best.list())).toEqual(new Set(all))
      expect(best.list()).toHaveLength(all.length)
    }),
  )
})
