import { expect, it } from 'vitest'
import { closest } from './closest.ts'

it.each([
  ['databse', 'database'],
  ['dependancies', 'dependencies'],
  ['maxAttempts', 'max_attempts'],
  ['pri', 'priority', null],
  ['ap', 'api'],
  ['aip', 'api'],
  ['API', 'api'],
  ['zebra', 'api', null],
  ['b', 'a', null],
] as const)('%s was meant as %s', (word, candidate, meant: string | null = candidate) => {
  expect(closest(word, ['unrelated_words', candidate])).toBe(meant)
})

it('takes the nearest, and the first of equals', () => {
  expect(closest('tset', ['reset', 'test', 'tsets'])).toBe('test')
})

it('has nothing to suggest when nothing is known', () => {
  expect(closest('a', [])).toBeNull()
})
