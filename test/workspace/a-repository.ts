/** Repositories and pull requests as sources tell of them, of which a test says only what matters to it. */
import type { BranchHistory } from '../../src/core/workspace/branch-history.ts'
import { NO_HISTORY } from '../../src/core/workspace/branch-history.ts'
import type { FoundRepository, PullRequest } from '../../src/core/workspace/found.ts'
import { NO_MARKS } from '../../src/core/workspace/marks.ts'

export const aRepository = (told: Partial<FoundRepository> = {}): FoundRepository => ({
  name: 'shop',
  defaultBranch: 'main',
  page: null,
  workspaces: [],
  pulls: [],
  history: NO_HISTORY,
  marks: NO_MARKS,
  notices: [],
  ...told,
})

export const aPull = (
  told: Pick<PullRequest, 'number' | 'head'> & Partial<PullRequest>,
): PullRequest => ({
  title: `change ${told.number}`,
  url: `https://github.com/acme/shop/pull/${told.number}`,
  base: 'main',
  author: 'ann',
  avatar: '',
  ci: '',
  updatedAt: null,
  ...told,
})

/** Each branch with its commits, the newest last; `web: api b1` has one commit b1 on top of the branch api. */
export function aHistory(notation: string): BranchHistory {
  const commits: BranchHistory['commits'][number][] = []
  const tips = new Map<string, string>()
  for (const line of notation.trim().split('\n')) {
    const [branch = '', rest = ''] = line.trim().split(':')
    for (const word of rest.trim().split(' ').filter(Boolean)) {
      const below = tips.get(branch)
      if (tips.has(word)) tips.set(branch, tips.get(word)!)
      else {
        commits.unshift({
          id: word,
          parents: below === undefined ? [] : [below],
          ...MADE,
          subject: word,
        })
        tips.set(branch, word)
      }
    }
    if (!tips.has(branch)) tips.set(branch, 'in-main')
  }
  return { commits, tips }
}

const MADE = { author: 'Ann', date: '2026-11-17' }
