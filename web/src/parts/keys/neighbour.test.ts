import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighbour, successor, type Step } from './neighbour.ts'

const LINES = [['a', 'b', 'c'], [], ['d', 'e']]
const steps = (...all: readonly [goes: 'across' | 'down', from: string, step: Step][]) =>
  all.map(([goes, from, step]) => neighbour({ lines: LINES, goes }, from, step))

describe('a step', () => {
  it('goes along a line, whichever way lines go, and stops at its ends', () => {
    expect(steps(['across', 'a', 'right'], ['across', 'c', 'right'])).toEqual(['b', null])
    expect(steps(['down', 'b', 'up'], ['down', 'a', 'up'])).toEqual(['a', null])
    expect(steps(['down', 'e', 'first'], ['across', 'a', 'last'])).toEqual(['d', 'c'])
  })

  it('goes to the same place of the next line that is not empty, or as near as there is', () => {
    expect(steps(['across', 'b', 'down'], ['across', 'c', 'down'])).toEqual(['e', 'e'])
    expect(steps(['down', 'd', 'left'], ['down', 'd', 'right'])).toEqual(['a', null])
  })

  it('back leads to where it came from, along a line', () => {
    const item = fc.constantFrom(...LINES.flat())
    const pairs = fc.constantFrom<[Step, Step]>(['left', 'right'], ['right', 'left'])
    fc.assert(
      fc.property(item, pairs, (from, [there, back]) => {
        const places = { lines: LINES, goes: 'across' } as const
        const next = neighbour(places, from, there)
        expect(next === null ? from : neighbour(places, next, back)).toBe(from)
      }),
    )
  })
})

describe('what takes the place of one that is gone', () => {
  const after = (line: readonly string[], gone: string, ...others: readonly string[]) =>
    successor(line, gone, (item) => item !== gone && !others.includes(item))

  it('is the next one that is left, else the one before', () => {
    expect(after(['a', 'b', 'c'], 'b')).toBe('c')
    expect(after(['a', 'b', 'c', 'd'], 'b', 'c')).toBe('d')
    expect(after(['a', 'b', 'c'], 'c')).toBe('b')
    expect(after(['a', 'b', 'c'], 'c', 'b')).toBe('a')
    expect(after(['c'], 'c')).toBe(null)
    expect(after(['a', 'b'], 'gone')).toBe('a')
  })
})
