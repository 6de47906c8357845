import { describe, expect, it } from 'vitest'
import type { IssueRow } from './issue-list.ts'
import { issueStanding, missingIssues } from './issue-standing.ts'

const row = (number: number, more: Partial<IssueRow> = {}): IssueRow => ({
  number,
  title: `Issue ${number}`,
  url: '',
  author: 'ann',
  labels: [],
  assignees: [],
  updated_at: '',
  task: `issue-${number}`,
  classes: ['ready'],
  skipped: null,
  depends_on: [],
  parts: [],
  conflicts: [],
  flags: [],
  priority: 3,
  estimate_s: null,
  files: [],
  can_start: true,
  notes: [],
  ...more,
})

const SKIPPED = { skipped: { because: 'closed', sentence: 'It is closed.' } } as const

const NONE = new Set<number>()

describe('an issue to choose from', () => {
  it('stands by what has to be settled first', () => {
    const conflicts = [{ number: 4, probability: 0.8, files: [] }]
    const collides = row(1, { conflicts })
    expect(issueStanding(row(1), NONE)).toEqual({ is: 'ready' })
    expect(issueStanding(collides, NONE)).toEqual({ is: 'colliding', with: [4] })
    const blocked = { ...collides, depends_on: [2, 3] }
    expect(issueStanding(blocked, NONE)).toEqual({ is: 'blocked', by: [2, 3] })
    const design: IssueRow = { ...blocked, classes: ['needs_design'] }
    expect(issueStanding(design, NONE)).toEqual({ is: 'needs_design' })
    const unready: IssueRow = { ...design, classes: ['not_ready', 'needs_design'] }
    expect(issueStanding(unready, NONE)).toEqual({ is: 'not_ready' })
    expect(issueStanding({ ...unready, ...SKIPPED }, NONE)).toEqual({ is: 'skipped' })
  })

  it('comes later when everything that blocks it is chosen, too', () => {
    const blocked = row(1, { depends_on: [2, 3] })
    expect(issueStanding(blocked, new Set([2]))).toEqual({ is: 'blocked', by: [3] })
    expect(issueStanding(blocked, new Set([2, 3]))).toEqual({ is: 'later', after: [2, 3] })
  })
})

describe('a choice', () => {
  const ROWS = [
    row(1),
    row(2, { depends_on: [1] }),
    row(3, { depends_on: [2] }),
    row(4, SKIPPED),
    row(5, { depends_on: [4] }),
    row(6, { depends_on: [99] }),
    row(7, { depends_on: [8] }),
    row(8, { depends_on: [7] }),
  ]
  const missing = (...chosen: readonly number[]) => missingIssues(new Set(chosen), ROWS)

  it('lacks everything that comes before it, near and far', () => {
    expect(missing()).toEqual({ toAdd: [], inVain: [] })
    expect(missing(1, 2, 3)).toEqual({ toAdd: [], inVain: [] })
    expect(missing(3)).toEqual({ toAdd: [1, 2], inVain: [] })
    expect(missing(3, 2)).toEqual({ toAdd: [1], inVain: [] })
    expect(missing(7)).toEqual({ toAdd: [8], inVain: [] })
  })

  it('is in vain after an issue that is skipped or not in the list', () => {
    expect(missing(1, 5, 6, 2)).toEqual({ toAdd: [], inVain: [5, 6] })
  })
})
