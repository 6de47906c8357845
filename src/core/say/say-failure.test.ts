import { expect, it } from 'vitest'
import { sayFailure } from './say-failure.ts'

it('says in a few words why an attempt failed', () => {
  const sentences = [
    sayFailure({ is: 'exit', code: 2 }),
    sayFailure({ is: 'signal', signal: 'SIGSEGV' }),
    sayFailure({ is: 'timeout', seconds: 5400 }),
    sayFailure({ is: 'over-memory', limitBytes: 2e9, usedBytes: 2.3e9 }),
    sayFailure({ is: 'cannot-start', reason: 'claude: not found', passing: false }),
    sayFailure({ is: 'setup', code: 3, log: 'run-1/setup/task-a.log' }),
  ]
  expect(sentences).toEqual([
    'exit code 2',
    'killed by SIGSEGV',
    'timed out after 1h 30m',
    'used 2.3 GB of 2 GB memory',
    'could not start: claude: not found',
    'setup of its worktree failed with exit code 3, see run-1/setup/task-a.log',
  ])
})

it('says where files are in words that stay true when another task has the folder', () => {
  const sentences = [
    sayFailure({ is: 'all-ignored', files: ['a.txt'] }),
    sayFailure({ is: 'all-elsewhere', folders: ['own'] }),
  ]
  for (const words of sentences)
    expect(words).toContain('or in .conductor/kept/ once another task uses that folder')
})
