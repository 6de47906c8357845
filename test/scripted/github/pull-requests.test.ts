import { describe, expect, it } from 'vitest'
import { reviewDecision } from './acts/reviews.ts'
import { asking } from './asking.ts'
import { startGithub } from './start-github.ts'

const PULLS = '/repos/acme/shop/pulls'
const API = { title: 'API', head: 'api', base: 'main' }

async function withBranches(...branches: readonly string[]) {
  const github = await startGithub()
  const ann = github.person('ann')
  for (const branch of branches) await ann.push(branch, { [`${branch}.ts`]: '1\n' })
  return {
    github,
    ann,
    ask: asking(github),
    [Symbol.asyncDispose]: () => github[Symbol.asyncDispose](),
  }
}

const errorsOf = ({ body }: { readonly body: { readonly errors: unknown } }) => body.errors

describe('a pull request', () => {
  it('is opened from a branch, with or without its owner, also as a draft', async () => {
    await using at = await withBranches('api', 'web')
    const opened = await at.ask(`POST ${PULLS}`, { ...API, body: 'Why', draft: true })
    expect(opened).toMatchObject({
      status: 201,
      body: { number: 1, draft: true, body: 'Why', head: { label: 'acme:api' }, state: 'open' },
    })
    const { body } = await at.ask(`POST ${PULLS}`, { ...API, head: 'acme:web' })
    expect(body.head.sha).toBe(at.github.repository().branches.get('web'))
  })

  it('is opened once for a head and a base', async () => {
    await using at = await withBranches('api')
    await at.ask(`POST ${PULLS}`, API)
    const again = await at.ask(`POST ${PULLS}`, API)
    expect(again.status).toBe(422)
    expect(errorsOf(again)).toEqual([
      {
        resource: 'PullRequest',
        code: 'custom',
        message: 'A pull request already exists for acme:api.',
      },
    ])
    await at.ann.close(1)
    expect(await at.ask(`POST ${PULLS}`, API)).toMatchObject({ status: 201 })
  })

  it('needs branches that exist, commits between them, and a title', async () => {
    await using at = await withBranches('api')
    await at.ann.forcePush('same', at.github.repository().branches.get('main')!)
    const refused = async (wanted: object) => errorsOf(await at.ask(`POST ${PULLS}`, wanted))
    const invalid = (field: string) => [{ resource: 'PullRequest', field, code: 'invalid' }]
    expect(await refused({ ...API, head: 'none' })).toEqual(invalid('head'))
    expect(await refused({ ...API, head: 'eve:api' })).toEqual(invalid('head'))
    expect(await refused({ ...API, base: 'none' })).toEqual(invalid('base'))
    expect(await refused({ ...API, head: 'same' })).toMatchObject([
      { message: 'No commits between main and same' },
    ])
    expect(await refused({ head: 'api', base: 'main' })).toMatchObject([
      { code: 'missing_field', field: 'title' },
    ])
  })

  it('is listed by head, base and state', async () => {
    await using at = await withBranches('api', 'web')
    await at.ann.openPull(API)
    await at.ann.openPull({ ...API, head: 'web', base: 'api' })
    await at.ann.close(1)
    const numbers = async (query: string) =>
      (await at.ask(`GET ${PULLS}?${query}`)).body.map(({ number }: { number: number }) => number)
    expect(await numbers('')).toEqual([2])
    expect(await numbers('state=all')).toEqual([2, 1])
    expect(await numbers('state=all&head=acme:api')).toEqual([1])
    expect(await numbers('base=api')).toEqual([2])
    expect(await numbers('state=all&direction=asc')).toEqual([1, 2])
  })

  it('says whether it can be merged once it was asked before', async () => {
    await using at = await withBranches('api')
    await at.ann.openPull(API)
    const state = async () => {
      const { body } = await at.ask(`GET ${PULLS}/1`)
      return [body.mergeable, body.mergeable_state, body.merge_commit_sha !== null]
    }
    expect(await state()).toEqual([null, 'unknown', false])
    expect(await state()).toEqual([true, 'clean', true])
    at.github.ci(1).set('build', 'in_progress')
    expect(await state()).toEqual([true, 'unstable', true])
    await at.ann.push('main', { 'api.ts': 'other\n' })
    expect(await state()).toEqual([null, 'unknown', false])
    expect(await state()).toEqual([false, 'dirty', false])
  })

  it('is a draft before anything else stands in its way, and blocked by the rules of its base', async () => {
    await using github = await startGithub({
      repositories: [
        { protectedBranches: ['main'], requiredReviews: 1, requiredChecks: ['build'] },
      ],
      mergeability: 'at-once',
    })
    const [ann, bob, ask] = [github.person('ann'), github.person('bob'), asking(github)]
    const state = async () => (await ask(`GET ${PULLS}/1`)).body.mergeable_state
    const decision = () => reviewDecision(github.pull(1))
    await ann.push('api', { 'api.ts': '1' })
    await ann.openPull({ ...API, draft: true })
    expect(await state()).toBe('draft')
    github.pull(1).isDraft = false
    expect(await state()).toBe('blocked')
    expect(decision()).toBe('REVIEW_REQUIRED')
    await bob.review(1, 'CHANGES_REQUESTED', 'no')
    expect(decision()).toBe('CHANGES_REQUESTED')
    await bob.review(1, 'APPROVED')
    await bob.review(1, 'COMMENTED', 'nice')
    expect(decision()).toBe('APPROVED')
    expect(await state()).toBe('blocked')
    github.ci(1).set('build', 'success')
    expect(await state()).toBe('clean')
  })

  it('changes its words, its base and its state', async () => {
    await using at = await withBranches('api', 'web')
    await at.ann.openPull(API)
    const change = (wanted: object) => at.ask(`PATCH ${PULLS}/1`, wanted)
    expect((await change({ title: 'New', body: 'Text' })).body).toMatchObject({
      title: 'New',
      body: 'Text',
    })
    expect((await change({ base: 'web' })).body.base.ref).toBe('web')
    expect(errorsOf(await change({ base: 'none' }))).toMatchObject([
      { message: "Proposed base branch 'none' was not found" },
    ])
    await at.ann.forcePush('same', at.github.pull(1).headSha)
    expect(errorsOf(await change({ base: 'same' }))).toMatchObject([
      { message: /There are no new commits between base branch 'same' and head branch 'api'/ },
    ])
    await at.ann.close(1)
    expect(errorsOf(await change({ base: 'main' }))).toMatchObject([
      { message: 'Cannot change the base branch of a closed pull request.' },
    ])
    expect((await change({ state: 'open' })).body.state).toBe('open')
  })

  it('is not opened again after its branch is gone', async () => {
    await using at = await withBranches('api')
    await at.ann.openPull(API)
    await at.ann.removeBranch('api')
    expect(at.github.pull(1)).toMatchObject({ state: 'closed', merged: null })
    expect(errorsOf(await at.ask(`PATCH ${PULLS}/1`, { state: 'open' }))).toMatchObject([
      { message: 'state cannot be changed. The api branch has been deleted.' },
    ])
  })

  it('is closed when its head is reset to its base', async () => {
    await using at = await withBranches('api')
    await at.ann.openPull(API)
    await at.ann.forcePush('api', at.github.repository().branches.get('main')!)
    expect(at.github.pull(1)).toMatchObject({ state: 'closed', merged: null })
  })

  it('asks only collaborators for a review, and never its author', async () => {
    await using at = await withBranches('api')
    await at.ann.openPull(API)
    at.github.person('bob')
    const request = (login: string) =>
      at.ask(`POST ${PULLS}/1/requested_reviewers`, { reviewers: [login] })
    expect(await request('bob')).toMatchObject({
      status: 201,
      body: { requested_reviewers: [{ login: 'bob' }] },
    })
    expect(await request('ann')).toMatchObject({ status: 422 })
    expect(await request('conductor-user')).toMatchObject({ status: 422 })
  })
})

describe('a list', () => {
  it('comes in pages, with links to the others, and holds pull requests among issues', async () => {
    await using at = await withBranches('api')
    for (let n = 1; n <= 4; n += 1)
      await at.ann.openIssue({ title: `Issue ${n}`, labels: ['ready'] })
    await at.ann.openPull(API)
    const { body, headers } = await at.ask('GET /repos/acme/shop/issues?per_page=2&page=2')
    expect(body.map(({ number }: { number: number }) => number)).toEqual([3, 2])
    const link = headers.get('link')!
    expect(link).toMatch(/page=1>; rel="prev", .*page=3>; rel="next", .*page=3>; rel="last"/)
    const all = await at.ask('GET /repos/acme/shop/issues')
    expect(all.body[0]).toMatchObject({ number: 5, pull_request: {} })
    expect(all.headers.get('link')).toBeNull()
  })

  it('of issues is filtered by labels, assignee and state', async () => {
    await using at = await withBranches()
    const { ann } = at
    await ann.openIssue({ title: 'a', labels: ['ready', 'bug'], assignees: ['bob'] })
    await ann.openIssue({ title: 'b', labels: ['ready'] })
    await ann.openIssue({ title: 'c', parent: 1, blockedBy: [2] })
    await ann.closeIssue(3)
    const titles = async (rest: string) =>
      (await at.ask(`GET /repos/acme/shop/issues${rest}`)).body.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles('?labels=ready')).toEqual(['b', 'a'])
    expect(await titles('?labels=ready,bug')).toEqual(['a'])
    expect(await titles('?assignee=none')).toEqual(['b'])
    expect(await titles('?assignee=bob')).toEqual(['a'])
    expect(await titles('?state=closed')).toEqual(['c'])
    expect(await titles('/1/sub_issues')).toEqual(['c'])
    expect(await titles('/3/dependencies/blocked_by')).toEqual(['b'])
    const { body } = await at.ask('GET /repos/acme/shop/issues/3')
    expect(body.issue_dependencies_summary).toMatchObject({ blocked_by: 1, total_blocked_by: 1 })
  })
})
