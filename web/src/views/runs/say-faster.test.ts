import { expect, it } from 'vitest'
import { sayFaster } from './say-faster.ts'

it('says how much faster a run was, and nothing when it was not', () => {
  expect([null, 0, 0.2, 1, 1.04, 1.94].map(sayFaster)).toEqual([
    null,
    null,
    null,
    null,
    null,
    '1.9 times',
  ])
})
