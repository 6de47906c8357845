import { expect, it } from 'vitest'
import { formatSize, parseSize } from './size.ts'

it.each([
  ['512MB', 512_000_000],
  ['4GB', 4_000_000_000],
  ['2GiB', 2_147_483_648],
  ['1.5 GB', 1_500_000_000],
  ['20m', 20_000_000],
  ['64KiB', 65_536],
  ['12 B', 12],
  ['1024', 1024],
])('reads %s as %d bytes', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes)
})

it.each(['', 'much', 'GB', '4XB', '-4GB', '4iB', '4 G B'])(
  'does not take %j for a size',
  (text) => {
    expect(parseSize(text)).toBeNull()
  },
)

it.each([
  [0, '0 B'],
  [12, '12 B'],
  [20_000_000, '20 MB'],
  [1_500_000_000, '1.5 GB'],
  [2_147_483_648, '2.1 GB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
