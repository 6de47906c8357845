import { describe, expect, it } from 'vitest'
import { anIssue } from '../../../../test/made-issue.ts'
import { USUAL_SENSITIVE_AREAS } from '../../planning/flags/sensitive-areas.ts'
import type { ForgeIssue } from './forge-issue.ts'
import { draftFromIssues, saySkipped } from './issue-draft.ts'
import { issueReferences } from './issue-references.ts'
import { estimateIn, priorityIn } from './issue-labels.ts'
import { referredTo, studyIssues, type StudyRules } from './issue-study.ts'

const RULES: StudyRules = {
  repository: 'acme/shop',
  trustedAuthors: ['members'],
  takeAssigned: false,
  readyLabels: [],
  sensitiveAreas: USUAL_SENSITIVE_AREAS,
  filesIn: () => [],
}

const study = (
  issues: readonly ForgeIssue[],
  around: readonly ForgeIssue[] = [],
  rules: Partial<StudyRules> = {},
) => studyIssues(issues, around, { ...RULES, ...rules })

const skipped = (...args: Parameters<typeof study>): readonly string[] =>
  saySkipped(study(...args), [])

const after = (body: string): readonly number[] => issueReferences(body, 'acme/shop').after

const PLACE = { repository: 'acme/shop', testCommand: 'npm test', agents: 3 }

describe('what the text of an issue says about others', () => {
  it('finds what it depends on, in the words that people use', () => {
    expect(after('Depends on #12.')).toEqual([12])
    expect(after('**Blocked by:** #12, #13 and #14')).toEqual([12, 13, 14])
    expect(after('Start after #7, #8')).toEqual([7, 8])
    expect(after('We do this first. It depends on GH-5; see #99 for the rest.')).toEqual([5])
    expect(after('depends on acme/shop#3 and https://github.com/Acme/Shop/issues/4#c1')).toEqual([
      3, 4,
    ])
    expect(after('## Dependencies\n\n- #1 the parser\n- [ ] #2\n\nOther things: #3')).toEqual([
      1, 2,
    ])
  })

  it('takes nothing from code, quotations, mentions and numbers', () => {
    expect(after('See #12. Related to #13, closes #14')).toEqual([])
    expect(after('```\ndepends on #12\n```\nand `depends on #13`')).toEqual([])
    expect(after('> depends on #12\n\nNo, it does not.')).toEqual([])
    expect(after('After login the user sees page #1 of 3')).toEqual([])
    expect(after('Depends on # and #0')).toEqual([])
  })

  it('leaves issues of other repositories alone, and says so', () => {
    const said = issueReferences('Depends on other/tool#7 and #2. See also other/x#8.', 'acme/shop')
    expect(said).toMatchObject({ after: [2], foreign: ['other/tool#7'] })
    expect(study([anIssue(1, { body: 'Blocked by other/tool#7.' })])[0]!.notes).toEqual([
      '#1 depends on other/tool#7 of another repository; Conductor does not wait for that.',
    ])
  })

  it('knows the parts in a task list; a ticked one is done', () => {
    const body = '- [ ] #11 the server\n- [x] #12\n- [ ] acme/shop#13\n- [ ] write about #14'
    expect(issueReferences(body, 'acme/shop').parts).toEqual([11, 13])
  })

  it('reads a megabyte in no time', () => {
    const began = performance.now()
    const body = `${'depends on '.repeat(50_000)}${'<!-- '.repeat(50_000)}${'#1, '.repeat(80_000)}`
    study([anIssue(1, { body, title: 'x '.repeat(500_000) })])
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

describe('what is left out, in one sentence each', () => {
  it('is closed, assigned to others, linked to a pull request, or by an author who is not trusted', () => {
    const issues = [
      anIssue(1, { isOpen: false }),
      anIssue(2, { assignees: ['bob', 'eve'] }),
      anIssue(3, { assignees: ['ann'], isMine: true }),
      anIssue(4, { pulls: [30] }),
      anIssue(5, { author: 'mallory', isByMember: false }),
    ]
    expect(skipped(issues)).toEqual([
      '#1 is left out: it is closed.',
      '#2 is left out: it is assigned to bob and eve (issues.take_assigned: true takes it, too).',
      '#4 is left out: the open pull request #30 will close it.',
      '#5 is left out: its author mallory is not among issues.trusted_authors.',
    ])
    expect(skipped(issues, [], { takeAssigned: true, trustedAuthors: ['anyone'] })).toHaveLength(2)
  })

  it('trusts logins that are named, however they are written, and nobody who is gone', () => {
    const by = (author: string) =>
      skipped([anIssue(1, { author, isByMember: false })], [], {
        trustedAuthors: ['@Mallory', 'bot[bot]'],
      })
    expect(by('mallory')).toEqual([])
    expect(by('bot[bot]')).toEqual([])
    expect(by('')).toEqual([
      '#1 is left out: its author (deleted) is not among issues.trusted_authors.',
    ])
  })

  it('is a circle, which is named, and what comes after it', () => {
    const issues = [
      anIssue(1, { body: 'Depends on #2.' }),
      anIssue(2, { blockedBy: [3] }),
      anIssue(3, { body: 'after #1' }),
      anIssue(4, { body: 'after #3' }),
      anIssue(5),
    ]
    expect(skipped(issues)).toEqual([
      '#1 is left out: #1 depends on #2 depends on #3 depends on #1, which is a circle.',
      '#2 is left out: #2 depends on #3 depends on #1 depends on #2, which is a circle.',
      '#3 is left out: #3 depends on #1 depends on #2 depends on #3, which is a circle.',
      '#4 is left out: it depends on #3, which is open and not taken; take them together, or finish that one first.',
    ])
  })

  it('depends on an open issue that is not among them; a closed one is done', () => {
    const issues = [anIssue(1, { body: 'Depends on #8 and #9.' })]
    expect(referredTo(issues, RULES)).toEqual([8, 9])
    expect(skipped(issues, [anIssue(8, { isOpen: false }), anIssue(9)])).toEqual([
      '#1 is left out: it depends on #9, which is open and not taken; take them together, or finish that one first.',
    ])
    expect(skipped(issues, [anIssue(8, { isOpen: false })])).toEqual([])
  })

  it('does not let an author who is not trusted hold up the issues of others', () => {
    const issues = [anIssue(1), anIssue(2, { isByMember: false, body: 'This blocks #1.' })]
    expect(study(issues)[0]!.dependsOn).toEqual([])
    expect(study([anIssue(1), anIssue(2, { body: 'This blocks #1.' })])[0]!.dependsOn).toEqual([2])
  })
})

describe('tasks', () => {
  it('have the number, the title, the order, priority and size of their issues', () => {
    const issues = [
      anIssue(124, { body: 'Depends on #123.', labels: ['priority: high', 'size/S', 'bug'] }),
      anIssue(123, { title: 'Count entries\r\nand more' }),
    ]
    const { tasks, name } = draftFromIssues(study(issues), [77], PLACE)
    expect(name).toBe('Issues #123 and #124 of acme/shop')
    expect(tasks).toMatchObject([
      {
        id: 'issue-123',
        issue: 123,
        name: 'Count entries and more',
        dependencies: [],
        priority: 3,
      },
      { id: 'issue-124', dependencies: ['issue-123'], priority: 1, estimateSeconds: 900 },
    ])
    expect(tasks[1]!.prompt).toContain('Do what issue #124 of acme/shop asks for.')
  })

  it('an issue with parts comes last, after all of them, in a lane of its own', () => {
    const issues = [anIssue(1, { parts: [2], body: '- [ ] #3' }), anIssue(2), anIssue(3)]
    const { tasks } = draftFromIssues(study(issues), [], PLACE)
    expect(tasks.map(({ id }) => id)).toEqual(['issue-2', 'issue-3', 'issue-1'])
    expect(tasks[2]).toMatchObject({ dependencies: ['issue-2', 'issue-3'], epic: null })
    expect(tasks[2]!.prompt).toContain('Its parts #2 and #3 are tasks of their own')
  })

  it('numbers that no issue has are told', () => {
    expect(draftFromIssues(study([anIssue(1)]), [77], PLACE).notes).toEqual([
      '#77 is left out: there is no issue with this number, or it is a pull request.',
    ])
  })
})

describe('labels', () => {
  it('tell priority and size; a kind of issue says less than a priority', () => {
    expect(
      ['P0', 'P1', 'P2', 'P3', 'urgent', 'priority: high', 'priority/low', 'bug'].map((one) =>
        priorityIn([one]),
      ),
    ).toEqual([1, 1, 2, 3, 1, 1, 5, 2])
    expect(priorityIn(['bug', 'prio: low'])).toBe(5)
    expect(priorityIn(['area: api'])).toBeNull()
    expect(
      ['size/XS', 'size: L', 'effort: 2h', 'large', 'low'].map((one) => estimateIn([one])),
    ).toEqual([300, 3600, 7200, null, null])
  })

  it('tell what is not ready, and settle what the words leave open', () => {
    const flags = (said: Partial<ForgeIssue>) =>
      study([anIssue(1, said)])[0]!.flags.map(({ flag, why }) => `${flag}: ${why}`)
    const open = { title: 'Export', body: 'Which formats do people need?' }
    expect(flags({ labels: ['needs-info'] })).toEqual(['not_ready: It has the label "needs-info".'])
    expect(flags({ labels: ['status: needs design'] })[0]).toContain('needs_design')
    expect(flags(open)[0]).toContain('It asks a question')
    expect(flags({ ...open, labels: ['ready'] })).toEqual([])
    expect(flags({ title: 'Change the password rules', labels: ['ready'] })[0]).toContain(
      'sensitive: It touches auth',
    )
  })
})
