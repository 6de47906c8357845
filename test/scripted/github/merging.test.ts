import { describe, expect, it } from 'vitest'
import { asking } from './asking.ts'
import { git } from './git/call-git.ts'
import type { RepositoryOptions } from './options.ts'
import { startGithub } from './start-github.ts'

/** A stack: main <- api (#1) <- web (#2), and an issue that the first one closes. */
async function withStack(options: RepositoryOptions = {}) {
  const github = await startGithub({ repositories: [options] })
  const ann = github.person('ann')
  await ann.push('api', { 'api.ts': '1\n' }, 'api one')
  await ann.push('api', { 'api.ts': '1\n2\n' }, 'api two')
  await ann.forcePush('web', github.repository().branches.get('api')!)
  await ann.push('web', { 'web.ts': '1\n' }, 'web')
  await ann.openPull({ title: 'API', head: 'api', base: 'main', body: 'Closes #3' })
  await ann.openPull({ title: 'Web', head: 'web', base: 'api', body: 'Fixes #3' })
  await ann.openIssue({ title: 'No API' })
  const log = (branch: string, format: string) =>
    git(github.repository().folder, ['log', '--topo-order', `--format=${format}`, branch])
  return { github, ann, log, [Symbol.asyncDispose]: () => github[Symbol.asyncDispose]() }
}

describe('a person merges', () => {
  it('with a merge commit, which has both parents', async () => {
    await using at = await withStack()
    const sha = await at.ann.merge(1)
    expect(at.github.pull(1)).toMatchObject({
      state: 'closed',
      merged: { sha, by: { login: 'ann' } },
    })
    expect((await at.log('main', '%s')).split('\n')).toEqual([
      'Merge pull request #1 from acme/api',
      'api two',
      'api one',
      'First',
    ])
  })

  it('by squash, which leaves one commit with the titles of all', async () => {
    await using at = await withStack()
    await at.ann.merge(1, 'squash')
    expect(await at.log('main', '%B')).toContain('API (#1)\n\n* api one\n* api two')
    expect((await at.log('main', '%s')).split('\n')).toEqual(['API (#1)', 'First'])
  })

  it('by rebase, which makes new commits', async () => {
    await using at = await withStack()
    const { headSha } = at.github.pull(1)
    const sha = await at.ann.merge(1, 'rebase')
    expect((await at.log('main', '%s')).split('\n')).toEqual(['api two', 'api one', 'First'])
    expect(sha).not.toBe(headSha)
    expect(at.github.pull(1).merged).not.toBeNull()
  })

  it('and the issue it names is closed, only when the base is the default branch', async () => {
    await using at = await withStack()
    await at.ann.merge(2)
    expect(at.github.issue(3).state).toBe('open')
    await at.ann.merge(1)
    expect(at.github.issue(3)).toMatchObject({ state: 'closed', stateReason: 'completed' })
  })

  it('not a draft, nor a conflict, nor what is merged already, nor another head', async () => {
    await using at = await withStack()
    const carl = asking(at.github, at.github.person('carl').token())
    const merge = (number: number, body: object = {}) =>
      carl(`PUT /repos/acme/shop/pulls/${number}/merge`, body)
    expect(await merge(1, { sha: 'f'.repeat(40) })).toMatchObject({ status: 409 })
    at.github.pull(1).isDraft = true
    expect(await merge(1)).toMatchObject({
      status: 405,
      body: { message: 'Pull Request is still a draft' },
    })
    at.github.pull(1).isDraft = false
    await at.ann.push('main', { 'api.ts': 'other\n' })
    expect(await merge(1)).toMatchObject({
      status: 405,
      body: { message: 'Pull Request is not mergeable' },
    })
    expect(await merge(2, { merge_method: 'squash' })).toMatchObject({
      status: 200,
      body: { merged: true },
    })
    expect(await merge(2)).toMatchObject({ status: 405 })
  })
})

describe('the branch of a merged pull request', () => {
  it('is deleted with the button, and what is on top of it moves to its base', async () => {
    await using at = await withStack()
    await at.ann.merge(1, 'squash')
    expect(at.github.pull(2).baseBranch).toBe('api')
    await at.ann.deleteBranchOf(1)
    expect(at.github.pull(2)).toMatchObject({ baseBranch: 'main', state: 'open' })
    expect(at.github.repository().branches.has('api')).toBe(false)
  })

  it('is deleted by itself if the repository says so', async () => {
    await using at = await withStack({ deleteBranchOnMerge: true })
    await at.ann.merge(1, 'squash')
    expect(at.github.pull(2)).toMatchObject({ baseBranch: 'main', state: 'open' })
  })

  it('removed by a push, closes what is on top of it', async () => {
    await using at = await withStack()
    await at.ann.merge(1, 'squash')
    await at.ann.removeBranch('api')
    expect(at.github.pull(2)).toMatchObject({ baseBranch: 'api', state: 'closed', merged: null })
  })

  it('pushed to main by hand, is merged too', async () => {
    await using at = await withStack()
    await at.ann.forcePush('main', at.github.pull(1).headSha)
    expect(at.github.pull(1)).toMatchObject({ state: 'closed', merged: { by: { login: 'ann' } } })
    expect(at.github.pull(2)).toMatchObject({ state: 'open' })
  })
})
