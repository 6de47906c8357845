import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Heap } from './heap.ts'

const SIZE = 12
const anyStep = fc.record({
  item: fc.nat(SIZE - 1),
  rank: fc.integer({ min: -3, max: 3 }),
  leaves: fc.boolean(),
})

describe('a heap', () => {
  it('always has in front what a sorted list has in front', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const rank = Array.from({ length: SIZE }, () => 0)
        const first = (a: number, b: number): boolean =>
          rank[a] === rank[b] ? a < b : rank[a]! < rank[b]!
        const heap = new Heap(first, SIZE)
        const listed = new Set<number>()
        for (const step of steps) {
          if (!listed.has(step.item)) {
            rank[step.item] = step.rank
            heap.push(step.item)
            listed.add(step.item)
          } else if (step.leaves) {
            heap.remove(step.item)
            listed.delete(step.item)
          } else {
            rank[step.item] = step.rank
            heap.update(step.item)
          }
          const sorted = [...listed].toSorted((a, b) => (first(a, b) ? -1 : 1))
          expect(heap.peek()).toBe(sorted[0])
          expect(heap.size).toBe(sorted.length)
          for (let item = 0; item < SIZE; item++) expect(heap.has(item)).toBe(listed.has(item))
        }
      }),
    )
  })

  it('shares its places with heaps that hold other items', () => {
    const places = new Int32Array(10)
    const [even, odd] = [0, 1].map(() => new Heap((a, b) => a < b, places))
    for (let item = 9; item >= 0; item--) (item % 2 === 0 ? even : odd)!.push(item)
    even!.remove(4)
    odd!.remove(1)
    expect([even!.peek(), odd!.peek(), even!.has(4), odd!.has(4), odd!.has(5)]).toEqual([
      0,
      3,
      false,
      false,
      true,
    ])
  })
})
