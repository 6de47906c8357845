import { expect, it } from 'vitest'
import { anIssue } from '../../../../test/made-issue.ts'
import { USUAL_COLLISIONS } from '../../plan/collision-settings.ts'
import { USUAL_SENSITIVE_AREAS } from '../../planning/flags/sensitive-areas.ts'
import { issueRows } from './issue-list.ts'
import { studyIssues } from './issue-study.ts'

const POLICY = {
  allowCollisions: false,
  isolation: 'worktree',
  collisions: USUAL_COLLISIONS,
} as const

const ISSUES = [
  anIssue(1, { labels: ['bug'] }),
  anIssue(2, { body: 'Depends on #1.' }),
  anIssue(3, { title: 'Export', body: 'Which formats do people need?' }),
  anIssue(4, { title: 'Decide which queue the mail service uses' }),
  anIssue(5, { title: 'Log in with a password' }),
  anIssue(6, { labels: ['P1'] }),
  anIssue(7, { isByMember: false }),
]

const studied = studyIssues(ISSUES, [], {
  repository: 'acme/shop',
  trustedAuthors: ['members'],
  takeAssigned: false,
  readyLabels: [],
  sensitiveAreas: USUAL_SENSITIVE_AREAS,
  filesIn: (title) => (title.endsWith('page 7') ? ['x.ts'] : []),
})

const both = [{ path: 'src/page.ts', p: 0.9 }]
const FORESEEN = new Map([
  ['issue-1', both],
  ['issue-2', both],
  ['issue-6', both],
])

it('each issue has its classes, with reasons', () => {
  const { rows } = issueRows(studied, FORESEEN, POLICY)
  expect(rows.map(({ number, classes }) => `${number}: ${classes.join(' ')}`)).toEqual([
    '1: ready independent conflicting',
    '2: ready depends conflicting',
    '3: not_ready independent',
    '4: needs_design independent',
    '5: ready independent sensitive',
    '6: ready independent conflicting',
    '7: independent',
  ])
  expect(rows[0]!.conflicts).toEqual([{ number: 6, probability: 0.81, files: ['src/page.ts'] }])
  expect(rows[2]!.flags[0]!.why).toContain('Which formats')
  expect(rows[6]!.skipped).toMatchObject({ because: 'author' })
})

it('what can start now is ready, comes after nothing, and does not collide; the most urgent first', () => {
  expect(issueRows(studied, FORESEEN, POLICY).startNow).toEqual([6, 5])
  expect(issueRows(studied, new Map(), POLICY).startNow).toEqual([6, 1, 5])
})

it('one run does what is ready with what it comes after, in that order', () => {
  expect(issueRows(studied, FORESEEN, POLICY).inOneRun).toEqual([6, 1, 2, 5])
})
