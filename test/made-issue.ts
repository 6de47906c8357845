/** Issues for tests: of a member of the repository, open, and nobody works on them. */
import type { ForgeIssue } from '../src/core/forge/issues/forge-issue.ts'

export const anIssue = (number: number, said: Partial<ForgeIssue> = {}): ForgeIssue => ({
  number,
  title: `Show the number of open entries on page ${number}`,
  body: 'The title of the page shows how many entries are open.',
  url: `https://github.com/acme/shop/issues/${number}`,
  isOpen: true,
  labels: [],
  assignees: [],
  isMine: false,
  author: 'ann',
  isByMember: true,
  blockedBy: [],
  parts: [],
  pulls: [],
  updatedAt: Date.UTC(2026, 0, 2),
  ...said,
})
