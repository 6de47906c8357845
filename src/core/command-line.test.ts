import { expect, it } from 'vitest'
import { conductorLine, shellWord } from './command-line.ts'
import { taskId } from './ids.ts'

it.each([
  ['conductor/run-7', 'conductor/run-7'],
  ['main...conductor/run-7', 'main...conductor/run-7'],
  ['a&b', "'a&b'"],
  ["it's", "'it'\\''s'"],
  ['$(reboot)', "'$(reboot)'"],
  ['#7', "'#7'"],
  ['', "''"],
])('%j is one word for a shell', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

it('does not take a task for an option', () => {
  expect(conductorLine('approve', taskId('api'))).toBe('conductor approve api')
  expect(conductorLine('reject', taskId('-x'), '"why"')).toBe('conductor reject -- -x "why"')
})
