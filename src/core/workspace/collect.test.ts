import { describe, expect, it } from 'vitest'
import { aHistory, aPull } from '../../../test/workspace/a-repository.ts'
import type { BranchView } from './branch-view.ts'
import { collectWorkspaces, type Sources, type WhichCount } from './collect.ts'
import { foundWorkspace } from './found.ts'

const DAY = 86_400
const NOW = 100 * DAY * 1000
const daysAgo = (days: number): number => NOW - days * DAY * 1000

const WHICH: WhichCount = {
  now: NOW,
  withinSeconds: 14 * DAY,
  mostBranches: 50,
  remoteBranches: false,
  pullRequests: 'all',
}

/** Branches are local and of today unless they say otherwise: `api`, `old 20` (days), `theirs remote`. */
function gitWith(branches: readonly string[], told: Partial<BranchView> = {}): BranchView {
  const listed = branches.map((text) => {
    const [name = '', ...words] = text.split(' ')
    const days = Number(words.find((word) => /^\d+$/.test(word)) ?? 0)
    return { name, isLocal: !words.includes('remote'), committedAt: daysAgo(days) }
  })
  const history = aHistory(listed.map(({ name }) => `${name}: c-${name}`).join('\n'))
  return {
    defaultBranch: 'main',
    remotes: [],
    worktrees: [],
    branches: listed,
    history,
    merged: new Set(),
    ...told,
  }
}

const collect = (told: Partial<Sources>, which: Partial<WhichCount> = {}) =>
  collectWorkspaces(
    {
      git: gitWith([]),
      own: [],
      planned: [],
      done: [],
      others: [],
      pulls: [],
      withoutBranch: new Set(),
      ...told,
    },
    { ...WHICH, ...which },
  )

const branchesIn = ({ workspaces }: ReturnType<typeof collect>): readonly string[] => [
  ...new Set(workspaces.map(({ branch }) => branch)),
]

const worktree = (branch: string | null, path = `/w/${branch}`) => ({
  path,
  branch,
  isCheckout: false,
  lastActiveAt: null,
})

describe('which branches are workspaces', () => {
  it('worktrees always, other branches when they have recent commits of their own', () => {
    const git = gitWith(['api', 'old 20', 'kept 20', 'empty'], { worktrees: [worktree('kept')] })
    const history = aHistory('api: a\nold: o\nkept: k\nempty:')
    expect(branchesIn(collect({ git: { ...git, history } }))).toEqual(['kept', 'api'])
  })

  it('a branch whose content was merged only if it has a worktree, where it is merged', () => {
    const git = gitWith(['squashed', 'tried', 'api'], {
      merged: new Set(['squashed', 'tried']),
      worktrees: [worktree('tried')],
    })
    const own = [foundWorkspace({ branch: 'squashed' })]
    const collected = collect({ git, own })
    expect(branchesIn(collected)).toEqual(['tried', 'api'])
    expect(collected.workspaces[0]!.standing?.status).toBe('merged')
  })

  it('the branch of a run whose result was taken only if it has a worktree', () => {
    const git = gitWith(['run-1', 'run-2', 'api'], { worktrees: [worktree('run-2')] })
    expect(branchesIn(collect({ git, done: ['run-1', 'run-2'] }))).toEqual(['run-2', 'api'])
  })

  it('the newest, when there are many, and it is said how many are left out', () => {
    const git = gitWith(['a 3', 'b 1', 'c 2'])
    const collected = collect({ git }, { mostBranches: 2 })
    expect(branchesIn(collected)).toEqual(['b', 'c'])
    expect(collected.notices[0]).toEqual({
      message: 'left out: 1 branch without a worktree, with the oldest commits',
      hint: 'the setting workspaces.max_branches is 2',
    })
  })

  it('those of a remote only when the settings say so', () => {
    const git = gitWith(['theirs remote', 'ancient remote 90'])
    const without = collect({ git })
    expect(branchesIn(without)).toEqual([])
    expect(without.notices[0]!.message).toBe(
      'not shown: 1 branch of the last 14d that only a remote has.',
    )
    expect(without.notices[0]!.hint).toContain(
      'set workspaces.remote_branches: true in .conductor/config.yaml',
    )
    expect(branchesIn(collect({ git }, { remoteBranches: true }))).toEqual(['theirs'])
  })

  it('those of our runs as long as their branch exists, and those that are planned', () => {
    const own = ['api', 'removed'].map((branch) =>
      foundWorkspace({ branch, standing: { status: 'stuck', says: '' } }),
    )
    const planned = [foundWorkspace({ branch: 'later' })]
    expect(branchesIn(collect({ git: gitWith(['api 20']), own, planned }))).toEqual([
      'api',
      'later',
    ])
  })

  it('what our runs have landed only for a while, unless it has a worktree', () => {
    const own = ['new', 'old', 'kept'].map((branch) =>
      foundWorkspace({
        branch,
        lastActiveAt: branch === 'new' ? NOW : daysAgo(20),
        standing: { status: 'merged', says: '' },
      }),
    )
    const git = gitWith(['new 20', 'old 20', 'kept 20'], { worktrees: [worktree('kept')] })
    expect(branchesIn(collect({ git, own }))).toEqual(['new', 'kept'])
  })

  it('the checkout as well, with the folder of each and when it was last active', () => {
    const checkout = { ...worktree('main', '/shop'), isCheckout: true, lastActiveAt: 7 }
    const { workspaces } = collect({ git: gitWith([], { worktrees: [checkout] }) })
    expect(workspaces[0]).toMatchObject({ branch: 'main', path: '/shop', lastActiveAt: 7 })
  })

  it('no worktree without a branch, which is said unless it is meant so', () => {
    const git = gitWith([], { worktrees: [worktree(null, '/x'), worktree(null, '/room')] })
    const { notices } = collect({ git, withoutBranch: new Set(['/room']) })
    expect(notices).toHaveLength(1)
    expect(notices[0]!.message).toMatch(/no place in the tree: \/x$/)
  })

  it('a merged worktree is called merged', () => {
    const git = gitWith(['done'], { worktrees: [worktree('done')], merged: new Set(['done']) })
    expect(collect({ git }).workspaces[0]!.standing).toEqual({ status: 'merged', says: '' })
  })
})

describe('which pull requests are shown', () => {
  const pulls = [
    aPull({ number: 1, head: 'web', base: 'theirs', updatedAt: daysAgo(90) }),
    aPull({ number: 2, head: 'theirs', base: 'below', updatedAt: daysAgo(90) }),
    aPull({ number: 3, head: 'recent', updatedAt: NOW }),
    aPull({ number: 4, head: 'ancient', updatedAt: daysAgo(90) }),
  ]
  const numbers = (which: Partial<WhichCount>) =>
    collect({ git: gitWith(['web']), pulls }, which).pulls.map(({ number }) => number)

  it('those of workspaces, those below them, and the recent ones of others', () => {
    expect(numbers({ pullRequests: 'all' })).toEqual([1, 2, 3])
    expect(numbers({ pullRequests: 'workspaces' })).toEqual([1, 2])
  })
})
