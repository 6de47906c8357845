import { validate } from '@octokit/graphql-schema'
import { describe, expect, it } from 'vitest'
import { must } from '../../../../test/contracts/forge.ts'
import { forgeOn, pullOn, useToken, withPull } from '../../../../test/scripted/github-forge.ts'
import type { Fault } from '../../../../test/scripted/github/http/faults.ts'
import { startGithub } from '../../../../test/scripted/github/start-github.ts'
import { ciOf } from '../../../core/forge/seen-pull.ts'
import { DRAFT_OF, TO_DRAFT, TO_READY } from './draft-queries.ts'
import { pullsQuery } from './pulls-query.ts'

useToken()

const API = { head: 'api', base: 'main', title: 'API', body: '', isDraft: false }

describe('the questions to GitHub', () => {
  it('are in words that GitHub understands', () => {
    for (const query of [pullsQuery(30, 1), DRAFT_OF, TO_DRAFT, TO_READY])
      expect(validate(query)).toEqual([])
    for (const query of [pullsQuery(30, 1), DRAFT_OF]) expect(query).not.toContain('mutation')
  })

  it('are one for 30 branches, and none for no branch', async () => {
    await using github = await startGithub()
    using forge = forgeOn(github)
    must(await forge.pulls(Array.from({ length: 30 }, (_, n) => `b${n}`)))
    expect(github.requests).toHaveLength(1)
    must(await forge.pulls([]))
    expect(github.requests).toHaveLength(1)
    must(await forge.pulls(Array.from({ length: 31 }, (_, n) => `b${n}`)))
    expect(github.requests).toHaveLength(3)
  })

  it('cost nothing where GitHub says that nothing has changed', async () => {
    await using here = await withPull()
    using forge = forgeOn(here.github)
    const id = here.github
      .ci(here.number)
      .set('lint', 'failure', { title: 'Two faults', summary: 'See below.' })
    const read = () => forge.logEnd(`check:${id}`, 1000)
    expect(must(await read())).toBe('Two faults\n\nSee below.')
    expect(must(await read())).toBe('Two faults\n\nSee below.')
    expect(here.github.requests.map(({ status }) => status)).toEqual([200, 304])
    here.github.ci(here.number).set('lint', 'failure', { title: 'One fault' })
    expect(must(await read())).toBe('One fault\n\nSee below.')
  })
})

describe('a pull request on GitHub', () => {
  it('is not hidden by one of a fork whose branch has the same name', async () => {
    await using github = await startGithub()
    const told = (n: number, owner: string) => ({
      number: n,
      headRefName: 'api',
      state: 'OPEN',
      headRepository: { nameWithOwner: owner },
    })
    const answer = (...nodes: readonly object[]): Fault => ({
      status: 200,
      body: { data: { repository: { nameWithOwner: 'acme/shop', b0: { nodes } } } },
    })
    github.failNext(answer(told(99, 'eve/shop')))
    github.failNext(answer(told(99, 'eve/shop'), told(7, 'acme/shop')))
    using forge = forgeOn(github)
    expect(await pullOn(forge)).toMatchObject({ number: 7 })
    expect(github.requests).toHaveLength(2)
    github.failNext(answer(told(99, 'eve/shop')), { times: 2 })
    expect(must(await forge.pulls(['api']))).toEqual([])
  })

  it('shows its checks: runs and statuses, with the place of their logs', async () => {
    await using here = await withPull()
    using forge = forgeOn(here.github)
    expect(ciOf((await pullOn(forge)).checks)).toBe('')
    const ci = here.github.ci(here.number)
    const build = ci.set('build', 'in_progress')
    ci.set('docs', 'skipped')
    ci.status('legacy', 'success', 'It works')
    const pending = (await pullOn(forge)).checks
    expect(ciOf(pending)).toBe('pending')
    expect(pending.map(({ name, is, log }) => [name, is, log !== null])).toEqual([
      ['build', 'pending', false],
      ['docs', 'neutral', true],
      ['legacy', 'pass', false],
    ])
    ci.set('build', 'failure', { title: '1 test failed' })
    const [failed] = (await pullOn(forge)).checks
    expect(failed).toMatchObject({ is: 'fail', log: `job:${build}`, summary: '1 test failed' })
    expect(failed!.url).toMatch(/^http/)
  })

  it('shows what people and bots say in order, but nothing of our own', async () => {
    await using here = await withPull()
    const { github, ann, number } = here
    using forge = forgeOn(github)
    await ann.comment(number, 'First.')
    await ann.comment(number, 'Seen.\n<!-- conductor: run 7 lane api -->')
    github.passTime(1000)
    await github.person('coverage[bot]').comment(number, 'Coverage fell.')
    github.passTime(1000)
    const bob = github.person('bob')
    await bob.review(number, 'CHANGES_REQUESTED', '', [{ path: 'api.txt', line: 1, body: 'Why?' }])
    const { comments, review } = await pullOn(forge)
    expect(review).toBe('changes-requested')
    expect(comments).toMatchObject([
      { by: 'ann', text: 'First.', isBot: false, place: null },
      { isBot: true, text: 'Coverage fell.' },
      { by: 'bob', text: 'Why?', place: { path: 'api.txt', line: 1 }, isSettled: false },
    ])
    await ann.resolve(number)
    const later = await pullOn(forge)
    expect(later.comments.map(({ isSettled }) => isSettled)).toEqual([false, false, true])
    expect(later.comments.map(({ id }) => id)).toEqual(comments.map(({ id }) => id))
    expect(later.olderComments).toBe(0)
    for (let said = 0; said < 50; said++) await ann.comment(number, `Also ${said}.`)
    expect((await pullOn(forge)).olderComments).toBe(3)
  })

  it('says whether it can be merged', async () => {
    await using here = await withPull()
    using forge = forgeOn(here.github)
    expect((await pullOn(forge)).mergeable).toBe('unknown')
    expect((await pullOn(forge)).mergeable).toBe('yes')
    await here.ann.push('main', { 'api.txt': 'another\n' })
    await pullOn(forge)
    expect((await pullOn(forge)).mergeable).toBe('conflict')
  })

  it('is shown without checks to a token that may not see them, and not at all without the right to read it', async () => {
    await using here = await withPull({
      token: { rights: { checks: 'none' } },
    })
    here.github.ci(here.number).set('build', 'failure')
    using forge = forgeOn(here.github)
    expect(await pullOn(forge)).toMatchObject({ number: here.number, checks: [] })
    await using blind = await withPull({ token: { rights: { pull_requests: 'none' } } })
    using other = forgeOn(blind.github)
    expect(await other.pulls(['api'])).toMatchObject({ ok: false, problem: { is: 'rights' } })
  })

  it('asks for the reviews that can be asked for, and says which cannot', async () => {
    await using here = await withPull()
    here.github.person('bob')
    using forge = forgeOn(here.github)
    const notes = must(await forge.change(here.number, { reviewers: ['bob', 'ann', 'stranger'] }))
    expect(notes).toHaveLength(2)
    expect(notes[0]).toMatch(/^ann cannot be asked for a review: .*author/)
    expect(notes[1]).toMatch(/^stranger cannot be asked/)
    expect((await pullOn(forge)).reviewers).toEqual(['bob'])
  })

  it.each(['cut after acting', { status: 502 }] as const)(
    'is opened once when the answer is lost (%s)',
    async (fault) => {
      await using github = await startGithub()
      await github.person('ann').push('api', { 'api.txt': 'one\n' })
      github.failNext(fault, { matching: /POST .*\/pulls$/ })
      using forge = forgeOn(github)
      const { number } = must(await forge.open(API))
      expect(must(await forge.open(API)).number).toBe(number)
      expect(
        github.requests.filter(({ path, status }) => path.endsWith('/pulls') && status === 201)
          .length,
      ).toBeLessThanOrEqual(1)
      expect(await pullOn(forge)).toMatchObject({ number, state: 'open' })
    },
  )

  it('is opened without a draft where the repository knows none', async () => {
    await using github = await startGithub()
    await github.person('ann').push('api', { 'api.txt': 'one\n' })
    const errors = [{ message: 'Draft pull requests are not supported in this repository.' }]
    github.failNext(
      { status: 422, body: { message: 'Validation Failed', errors } },
      { matching: /POST .*\/pulls$/ },
    )
    using forge = forgeOn(github)
    expect(must(await forge.open({ ...API, isDraft: true })).isDraft).toBe(false)
  })
})
