import { expect, it } from 'vitest'
import { closestWord } from './closest-word.ts'

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
  expect(closestWord(word, ['unrelated_words', candidate])).toBe(meant)
})

it('takes the nearest, and the first of equals', () => {
  expect(closestWord('tset', ['reset', 'test', 'tsets'])).toBe('test')
})

it('has nothing to suggest when nothing is known', () => {
  expect(closestWord('a', [])).toBeNull()
})
