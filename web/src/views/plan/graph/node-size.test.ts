import { describe, expect, it } from 'vitest'
import { nodeSizeFor } from './node-size.ts'

const sizeFor = (...lengths: readonly number[]) =>
  nodeSizeFor(lengths.map((length) => ({ name: 'a'.repeat(length), flags: [] })))

describe('the size of a node', () => {
  it('has room for the longest title of the plan in one line', () => {
    expect(sizeFor(4, 10)).toEqual({ width: 196, height: 56 })
    expect(sizeFor(30).height).toBe(56)
    expect(sizeFor(30).width).toBeGreaterThan(sizeFor(20).width)
  })

  it('has two lines for titles that are longer, and never becomes wider than they need', () => {
    expect(sizeFor(45).height).toBe(76)
    expect(sizeFor(45).width).toBeLessThan(sizeFor(60).width)
    expect(sizeFor(500)).toEqual({ width: 312, height: 76 })
  })

  it('has room for flags beside the title', () => {
    const flagged = nodeSizeFor([{ name: 'a'.repeat(25), flags: ['sensitive'] }])
    expect(flagged.width).toBeGreaterThan(sizeFor(25).width)
  })
})
