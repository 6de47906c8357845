import { expect, it } from 'vitest'
import { aPull, aRepository } from '../../test/workspace/a-repository.ts'
import { foundWorkspace } from '../core/workspace/found.ts'
import { changeMarks, NO_MARKS } from '../core/workspace/marks.ts'
import { trackerOf } from '../core/workspace/tracker-of.ts'
import { paint } from './paint.ts'
import { sayWorkspaces } from './say-workspaces.ts'

const NOW = 10_000_000
const FRAME = { startedAt: 0, now: NOW, staleMinutes: 30, notices: [] }
const PLAIN = paint(false)

it('shows each repository as a tree, with what can merge, what is stuck and what holds up others', () => {
  const shop = aRepository({
    workspaces: [
      foundWorkspace({ branch: 'api', lastActiveAt: NOW }),
      foundWorkspace({
        branch: 'web',
        lastActiveAt: NOW - 7_200_000,
        standing: { status: 'stuck', says: 'stuck: asks: which colour?' },
      }),
      foundWorkspace({ branch: 'docs', lastActiveAt: NOW - 600_000 }),
    ],
    pulls: [
      aPull({ number: 12, head: 'api', title: 'Add the API', ci: 'pass' }),
      aPull({ number: 13, head: 'web', base: 'api', ci: 'fail' }),
      aPull({ number: 14, head: 'eve:fix', title: 'A fix', ci: 'pending' }),
    ],
    marks: changeMarks(NO_MARKS, { do: 'block', branch: 'docs', reason: 'waits for the names' }),
  })
  const notice = { repository: null, message: 'GitHub cannot be reached', hint: 'check it' }
  const tracker = trackerOf([shop], { ...FRAME, notices: [notice] })
  expect(`\n${sayWorkspaces(tracker, NOW, PLAIN)}\n`).toBe(`
1 can merge now, 1 stuck, #12 holds up 1

shop  main
  [+] api      CI passing  #12  now  Add the API
    [!] web    stuck       #13  2h   change 13; stuck: asks: which colour?
  [ ] docs     idle             10m
      blocked: waits for the names
  [>] eve:fix  CI pending  #14       no workspace; A fix

note: GitHub cannot be reached
  check it
`)
})

it('says so when there is none', () => {
  const text = sayWorkspaces(trackerOf([aRepository()], FRAME), NOW, PLAIN)
  expect(text).toBe(
    'No workspace: no branch has commits of its own, and no worktree has one.\n\nshop  main',
  )
})
