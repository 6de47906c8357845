import { expect, it } from 'vitest'
import type { TranscriptWords } from './entry.ts'
import { lastActionOf } from './last-action.ts'

const after = (...words: readonly TranscriptWords[]): string | null =>
  lastActionOf(words.map((one, at) => ({ at, ...one })))

it('is the last line that a command printed, without its colours', () => {
  expect(after({ out: 'building\n\x1b[32m3 of 4 tests pass\x1b[0m\n\n' })).toBe('3 of 4 tests pass')
  expect(after({ out: 'one\n' }, { err: 'TypeError\n' })).toBe('TypeError')
})

it('is the call of a tool, not its result', () => {
  const call = { call: '1', kind: 'edit', name: 'Edit', title: 'src/cart.ts' } as const
  expect(after({ said: 'I begin.' }, call, { call: '1', result: 'ok' })).toBe('Edits src/cart.ts')
  expect(after({ call: '1', kind: 'mcp', name: 'jira', title: 'get\nX-1' })).toBe(
    'Calls jira get X-1',
  )
})

it('is what the agent said or thought, and nothing before that', () => {
  expect(after({ said: 'First.\nThen the tests.' })).toBe('Then the tests.')
  expect(after({ out: 'x' }, { thought: 'hm' })).toBe('Thinking')
  expect(after({ note: 'started' }, { out: '\n' })).toBe(null)
})
