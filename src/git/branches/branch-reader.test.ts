import { describe, expect, it } from 'vitest'
import { relationsIn } from '../../core/workspace/branch-history.ts'
import { countingGit } from '../../../test/repository/counting-git.ts'
import { tempRepository, type TempRepository } from '../../../test/repository/temp-repository.ts'
import { join } from 'node:path'
import { openBranchReader } from './branch-reader.ts'

const DAY = 86_400

const readerOf = (repository: TempRepository, recentSeconds = 14 * DAY) =>
  openBranchReader(repository, { recentSeconds, now: Date.now })

function branch(repository: TempRepository, name: string, from: string, commits = 1): void {
  const { git } = repository
  git('checkout', '--quiet', '-b', name, from)
  for (let n = 1; n <= commits; n++)
    repository.commit({ [`${name}-${n}.txt`]: 'x' }, `${name} ${n}`)
  git('checkout', '--quiet', 'main')
}

describe('reading branches', () => {
  it('finds worktrees, branches, what stands on what, and the commits of each', async () => {
    const repository = tempRepository()
    branch(repository, 'api', 'main', 2)
    branch(repository, 'web', 'api', 1)
    repository.git('worktree', 'add', '--quiet', '../web', 'web')
    const view = await readerOf(repository).read()
    expect(view.defaultBranch).toBe('main')
    expect(view.worktrees.map(({ branch }) => branch)).toEqual(['main', 'web'])
    expect(view.worktrees.every(({ lastActiveAt }) => lastActiveAt! > Date.now() - 60_000)).toBe(
      true,
    )
    expect(view.branches.map(({ name }) => name)).toEqual(['api', 'web'])
    const relations = relationsIn(view.history)
    expect(relations.closestBelow('web', new Set(['api', 'web']))).toBe('api')
    expect(relations.commitsFrom('web', 'api').map(({ subject }) => subject)).toEqual(['web 1'])
    expect(relations.commitsFrom('api', null).map(({ subject }) => subject)).toEqual([
      'api 2',
      'api 1',
    ])
  })

  it('starts git only when a branch or a worktree has changed', async () => {
    const repository = tempRepository()
    branch(repository, 'group/api', 'main')
    const reader = readerOf(repository)
    await reader.read()
    using calls = countingGit(join(repository.root, '..'))
    await reader.read()
    expect(calls.taken()).toEqual([])
    repository.git('branch', '--force', 'group/api', 'main')
    calls.taken()
    expect((await reader.read()).history.commits).toEqual([])
    expect(calls.taken().length).toBeLessThanOrEqual(6)
    repository.git('worktree', 'add', '--quiet', '../other', '-b', 'other')
    calls.taken()
    expect((await reader.read()).worktrees).toHaveLength(2)
    calls.taken()
    await reader.read()
    expect(calls.taken()).toEqual([])
  })

  it('takes as default branch what the remote says, then the setting, then the usual names', async () => {
    const repository = tempRepository()
    branch(repository, 'stable', 'main')
    repository.git('config', 'init.defaultBranch', 'stable')
    expect((await readerOf(repository).read()).defaultBranch).toBe('stable')
    repository.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
    repository.git('update-ref', 'refs/remotes/origin/next', 'main')
    repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/next')
    const view = await readerOf(repository).read()
    expect(view.defaultBranch).toBe('next')
    expect(view.remotes).toEqual([{ name: 'origin', address: 'git@github.com:acme/shop.git' }])
  })

  it('knows branches that only a remote has, and the commits that the remote default branch has', async () => {
    const repository = tempRepository()
    branch(repository, 'theirs', 'main')
    repository.git('remote', 'add', 'origin', 'https://example.com/shop')
    repository.git('update-ref', 'refs/remotes/origin/theirs', 'theirs')
    repository.git('branch', '--delete', '--force', 'theirs')
    branch(repository, 'pulled', 'main')
    repository.git('update-ref', 'refs/remotes/origin/main', 'pulled')
    const view = await readerOf(repository).read()
    expect(view.branches.map(({ name, isLocal }) => [name, isLocal])).toEqual([
      ['pulled', true],
      ['theirs', false],
    ])
    const relations = relationsIn(view.history)
    expect(relations.hasOwnCommits('theirs')).toBe(true)
    expect(relations.hasOwnCommits('pulled')).toBe(false)
  })

  it('tells a merged worktree from one that was just made', async () => {
    const repository = tempRepository()
    branch(repository, 'done', 'main')
    repository.git('merge', '--quiet', '--no-ff', '-m', 'merge done', 'done')
    repository.git('worktree', 'add', '--quiet', '../done', 'done')
    repository.git('worktree', 'add', '--quiet', '../fresh', '-b', 'fresh')
    repository.commit({ 'later.txt': 'x' })
    expect([...(await readerOf(repository).read()).merged]).toEqual(['done'])
  })

  it('[MERGE-15] knows by their content branches that were squashed or rebased, and moves nothing', async () => {
    const repository = tempRepository()
    for (const name of ['squashed', 'rebased', 'half', 'open']) branch(repository, name, 'main', 2)
    branch(repository, 'stacked', 'squashed')
    repository.git('branch', 'nothing', repository.commit({ 'first.txt': 'x' }))
    repository.git('checkout', '--quiet', 'nothing')
    repository.git('commit', '--quiet', '--allow-empty', '-m', 'nothing yet')
    repository.git('checkout', '--quiet', 'main')
    repository.git('merge', '--quiet', '--squash', 'squashed')
    repository.git('commit', '--quiet', '-m', 'squashed (#7)')
    repository.git('cherry-pick', 'rebased~1', 'rebased', 'half~1')
    repository.commit({ 'squashed-1.txt': 'changed since', 'later.txt': 'x' })
    const refs = repository.git('for-each-ref')
    const reader = readerOf(repository)
    using calls = countingGit(join(repository.root, '..'))
    expect([...(await reader.read()).merged].toSorted()).toEqual(['rebased', 'squashed'])
    expect(calls.taken()).toContain('patch-id')
    expect(repository.git('for-each-ref')).toBe(refs)
    branch(repository, 'new', 'main')
    calls.taken()
    expect((await reader.read()).merged.size).toBe(2)
    expect(calls.taken()).not.toContain('patch-id')
  })

  it('does not read the commits of branches that have been quiet for long', async () => {
    const repository = tempRepository()
    branch(repository, 'old', 'main')
    const later = openBranchReader(repository, {
      recentSeconds: DAY,
      now: () => Date.now() + 2 * DAY * 1000,
    })
    expect((await later.read()).history.commits).toEqual([])
  })
})
