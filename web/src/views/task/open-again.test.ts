import { expect, it } from 'vitest'
import { runId, taskId } from '../../../../src/core/value/ids.ts'
import { openAgain } from './open-again.ts'

it('names the run where that is not the newest, whose task of the same name is another', () => {
  const run = { id: runId(3) }
  expect(openAgain({ mode: 'live', run }, taskId('a'))).toBe('conductor worktrees open a')
  expect(openAgain({ mode: 'past', run }, taskId('a'))).toBe('conductor worktrees open --run 3 a')
  expect(openAgain({ mode: 'past', run }, taskId('-b'))).toBe(
    'conductor worktrees open --run 3 -- -b',
  )
})
