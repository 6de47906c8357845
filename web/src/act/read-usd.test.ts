import { expect, it } from 'vitest'
import { readUsd } from './read-usd.ts'

it('reads what people write for dollars', () => {
  expect(['5', ' 2.50 ', '$12', '$ 3'].map(readUsd)).toEqual([5, 2.5, 12, 3])
})

it('reads nothing else', () => {
  expect(['', '0', '-1', 'five', '1e9', '1,5'].map(readUsd)).toEqual(Array(6).fill(null))
})
