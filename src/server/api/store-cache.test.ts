import { expect, it } from 'vitest'
import type { EventLog } from '../served/served-log.ts'
import { storeCache } from './store-cache.ts'

const logOf = (identity: () => unknown): EventLog => ({
  identity,
  lastSequence: () => 0,
  newestRun: () => null,
  runs: () => [],
  eventsOf: () => [],
})

it('can be made for a store that cannot be opened, and is refused only when it is used', () => {
  const damaged = logOf(() => {
    throw new Error('damaged')
  })
  const cache = storeCache<string, number>(damaged, 2)
  expect(() => cache.get('a')).toThrow('damaged')
})

it('forgets everything when the store was replaced', () => {
  let store = 'one'
  const cache = storeCache<string, number>(
    logOf(() => store),
    2,
  )
  cache.keep('a', 1)
  expect(cache.get('a')).toBe(1)
  store = 'two'
  expect(cache.get('a')).toBeUndefined()
})
