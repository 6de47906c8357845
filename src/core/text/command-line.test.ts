import { expect, it } from 'vitest'
import { conductorLine, linesAbout, shellWord } from './command-line.ts'
import { runId, taskId } from '../value/ids.ts'

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

it.each([
  [conductorLine('reject', taskId('-x'), '"why"'), 'conductor reject --run 1 -- -x "why"'],
  [conductorLine('worktrees open', taskId('a')), 'conductor worktrees open --run 1 a'],
  [
    '`conductor budget <usd>` or conductor cancel',
    '`conductor budget --run 1 <usd>` or conductor cancel --run 1',
  ],
  ['Continue with: conductor resume', 'Continue with: conductor resume 1'],
  ['conductor resume --batch 2', 'conductor resume 1 --batch 2'],
  ['conductor worktrees open a', 'conductor worktrees open --run 1 a'],
  [
    'conductor worktrees; git merge conductor/run-1',
    'conductor worktrees; git merge conductor/run-1',
  ],
])('%j names a run that is not the newest, so that no other is meant', (line, named) => {
  const lines = linesAbout(runId(1), [runId(1), runId(2)])
  expect(lines(line)).toBe(named)
  expect(lines(named)).toBe(named)
  expect(linesAbout(runId(2), [runId(1), runId(2)])(line)).toBe(line)
})
