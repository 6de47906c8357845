import { describe, expect, it } from 'vitest'
import { asking } from './asking.ts'
import { secondaryLimit } from './http/limits.ts'
import type { GithubOptions } from './options.ts'
import { startGithub } from './start-github.ts'

const REPO = '/repos/acme/shop'

async function started(options: GithubOptions = {}) {
  const github = await startGithub(options)
  return { github, ask: asking(github), [Symbol.asyncDispose]: () => github[Symbol.asyncDispose]() }
}

describe('a token', () => {
  it('that is wrong or expired gets 401', async () => {
    await using at = await started({ tokens: { old: { isExpired: true } } })
    const wrong = { status: 401, body: { message: 'Bad credentials' } }
    expect(await asking(at.github, 'wrong')('GET /user')).toMatchObject(wrong)
    expect(await asking(at.github, 'old')('GET /user')).toMatchObject(wrong)
    expect(await at.ask('GET /user')).toMatchObject({ body: { login: 'conductor-user' } })
  })

  it('sees only its repositories: the others are not found', async () => {
    await using at = await started({
      repositories: [{}, { name: 'secret' }],
      token: { repositories: ['acme/shop'] },
    })
    expect(await at.ask(`GET ${REPO}`)).toMatchObject({ status: 200, body: { private: true } })
    expect(await at.ask('GET /repos/acme/secret')).toMatchObject({
      status: 404,
      body: { message: 'Not Found' },
    })
    const response = await fetch(`${at.github.api}${REPO}`)
    expect(response.status).toBe(404)
  })

  it('may do what its rights say, and the refusal names the right that is missing', async () => {
    await using at = await started({
      token: { rights: { pull_requests: 'read', issues: 'none', checks: 'none' } },
    })
    const ann = at.github.person('ann')
    await ann.push('api', { 'api.ts': '1' })
    await ann.openPull({ title: 'API', head: 'api', base: 'main' })
    expect(await at.ask(`GET ${REPO}/pulls/1`)).toMatchObject({ status: 200 })
    const refused = await at.ask(`PATCH ${REPO}/pulls/1`, { title: 'x' })
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Resource not accessible by personal access token' },
    })
    expect(refused.headers.get('x-accepted-github-permissions')).toBe('pull_requests=write')
    expect(await at.ask(`GET ${REPO}/commits/api/check-runs`)).toMatchObject({ status: 403 })
    expect(await at.ask(`POST ${REPO}/issues`, { title: 'x' })).toMatchObject({ status: 403 })
  })

  it('without single sign-on is told where to get it', async () => {
    await using at = await started({ token: { needsSso: true } })
    const { status, headers } = await at.ask(`GET ${REPO}`)
    expect([status, headers.get('x-github-sso')]).toEqual([
      403,
      expect.stringMatching(/^required; url=http/),
    ])
  })
})

describe('a question asked again', () => {
  it('with its tag gets 304 and costs nothing', async () => {
    await using at = await started()
    const first = await at.ask(`GET ${REPO}`)
    const etag = first.headers.get('etag')!
    const again = await at.ask(`GET ${REPO}`, undefined, { 'if-none-match': etag })
    expect([again.status, again.body]).toEqual([304, null])
    const left = (told: typeof again) => told.headers.get('x-ratelimit-remaining')
    expect([left(first), left(again)]).toEqual(['4999', '4999'])
    await at.github.person('ann').openIssue({ title: 'New' })
    const changed = await at.ask(`GET ${REPO}`, undefined, { 'if-none-match': etag })
    expect([changed.status, left(changed)]).toEqual([200, '4998'])
  })
})

describe('a limit', () => {
  it('of an hour refuses until the hour is over', async () => {
    await using at = await started({ limits: { perHour: 2 } })
    await at.ask('GET /user')
    await at.ask('GET /user')
    const refused = await at.ask('GET /user')
    expect(refused).toMatchObject({
      status: 403,
      body: { message: /^API rate limit exceeded for user ID/ },
    })
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now())
    at.github.passTime(3_600_000)
    expect(await at.ask('GET /user')).toMatchObject({ status: 200 })
  })

  it('of content is a secondary one, with the time to wait', async () => {
    await using at = await started({ limits: { contentPerMinute: 1 } })
    await at.github.person('ann').openIssue({ title: 'x' })
    const say = () => at.ask(`POST ${REPO}/issues/1/comments`, { body: 'x' })
    expect(await say()).toMatchObject({ status: 201 })
    const refused = await say()
    expect(refused).toMatchObject({
      status: 403,
      body: { message: /^You have exceeded a secondary rate limit and .* content creation/ },
    })
    expect(refused.headers.get('retry-after')).toBe('60')
    at.github.passTime(60_000)
    expect(await say()).toMatchObject({ status: 201 })
  })

  it('of a minute counts a write five times', async () => {
    await using at = await started({ limits: { pointsPerMinute: 6 } })
    await at.github.person('ann').openIssue({ title: 'x' })
    await at.ask(`POST ${REPO}/issues/1/comments`, { body: 'x' })
    expect(await at.ask('GET /user')).toMatchObject({ status: 200 })
    expect(await at.ask('GET /user')).toMatchObject({
      status: 403,
      body: { message: /^You have exceeded a secondary rate limit. Please wait/ },
    })
  })
})

describe('a failure on demand', () => {
  it('hits the next requests that match', async () => {
    await using at = await started()
    at.github.failNext({ status: 502 }, { matching: /GET \/user/, times: 2, after: 1 })
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await at.ask('GET /user')).status)
    expect(statuses).toEqual([200, 502, 502, 200])
    expect(await at.ask(`GET ${REPO}`)).toMatchObject({ status: 200 })
  })

  it('may be a secondary limit', async () => {
    await using at = await started()
    at.github.failNext(secondaryLimit(2))
    const { status, headers } = await at.ask('GET /user')
    expect([status, headers.get('retry-after')]).toEqual([403, '2'])
  })

  it('cuts the connection before or after GitHub has acted', async () => {
    await using at = await started()
    const ann = at.github.person('ann')
    await ann.openIssue({ title: 'x' })
    const say = () => at.ask(`POST ${REPO}/issues/1/comments`, { body: 'x' })
    at.github.failNext('cut')
    await expect(say()).rejects.toThrow('fetch failed')
    expect(at.github.issue(1).comments).toHaveLength(0)
    at.github.failNext('cut after acting')
    await expect(say()).rejects.toThrow('fetch failed')
    expect(at.github.issue(1).comments).toHaveLength(1)
    expect(at.github.requests.map(({ status }) => status)).toEqual([0, 0])
  })

  it('comes late', async () => {
    await using at = await started()
    at.github.delay(60, /user/)
    const before = performance.now()
    await at.ask('GET /user')
    expect(performance.now() - before).toBeGreaterThan(55)
  })
})

it('every request is recorded, with its size and whether it had a token', async () => {
  await using at = await started({ enterprise: true })
  expect(at.github.api).toMatch(/\/api\/v3$/)
  const { headers } = await at.ask('GET /user')
  expect(at.github.requests).toEqual([
    {
      method: 'GET',
      path: '/api/v3/user',
      kind: 'rest',
      status: 200,
      bytes: Number(headers.get('content-length')),
      isAuthenticated: true,
      login: 'conductor-user',
    },
  ])
})
