import { expect, it } from 'vitest'
import { asGuess, formatDuration, parseDuration } from './duration.ts'

it.each([
  ['45m', 2700],
  ['1h30m', 5400],
  ['1h 30m', 5400],
  ['90s', 90],
  ['1.5h', 5400],
  ['2 hours', 7200],
  ['30min', 1800],
  ['250ms', 0.25],
  ['2d', 172_800],
  ['90', 90],
  ['0', 0],
  ['-5m', -300],
])('reads %s as %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

it.each(['', 'soon', '5x', 'm', '5m5m', '30m1h', '1h-5m', '1e3s', 'h1', '5m!', '1\ufeffh'])(
  'does not take %j for a duration',
  (text) => {
    expect(parseDuration(text)).toBeNull()
  },
)

it.each([
  [0, '0s'],
  [0.0021, '3ms'],
  [0.04, '40ms'],
  [0.4, '0.4s'],
  [9.97, '10s'],
  [12, '12s'],
  [59.7, '1m'],
  [90, '1m 30s'],
  [2700, '45m'],
  [5400, '1h 30m'],
  [3605, '1h'],
  [183_600, '2d 3h'],
  [-90, '-1m 30s'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

it.each([
  [7380, '2h 5m'],
  [7210, '2h'],
  [3580, '1h'],
  [1234, '21m'],
  [400, '7m'],
  [74, '1m 10s'],
  [0.4, '0.4s'],
])('guesses %d seconds as %s', (seconds, text) => {
  expect(formatDuration(asGuess(seconds))).toBe(text)
})
