/** A failure that was seen once can be played again from what the output says. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sayFlaky } from './name-flaky.ts'

it('prints seed, path and counterexample of a property that failed once', () => {
  const property = fc.property(fc.array(fc.nat({ max: 9 }), { minLength: 40 }), (all) =>
    all.includes(10),
  )
  const message = thrownBy(() => fc.assert(property, { seed: 42 }))
  const lines = sayFlaky('any.test.ts: always holds', message).split('\n')
  expect(lines[0]).toBe('flaky: any.test.ts: always holds: Property failed after 1 tests')
  expect(lines.slice(1).every((line) => line.startsWith('    '))).toBe(true)
  expect(lines[1]).toMatch(/seed: 42, path: "0[\d:]*"/)
  const counterexample = /Counterexample: \[(.*)\]$/.exec(lines[2]!)?.[1]
  expect(JSON.parse(counterexample!)).toEqual(Array.from({ length: 40 }, () => 0))
})

function thrownBy(work: () => void): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the property holds')
}
