import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { must } from '../../../../test/contracts/forge.ts'
import { forgeOn, NOW, QUICK, TOKEN, useToken } from '../../../../test/scripted/github-forge.ts'
import type { Fault } from '../../../../test/scripted/github/http/faults.ts'
import { startGithub, type Github } from '../../../../test/scripted/github/start-github.ts'
import { maskOutput } from '../../../processes/mask-output.ts'

useToken()

const API = { head: 'api', base: 'main', title: 'API', body: '', isDraft: false }

/** These are asked for again, twice. */
const PASSING: ReadonlySet<string> = new Set(['fault', 'unreachable'])

describe('a problem with GitHub is one sentence with its remedy', () => {
  let github: Github
  beforeAll(async () => {
    github = await startGithub({ strict: false })
    await github.person('ann').push('api', { 'api.txt': 'one\n' })
  })
  beforeEach(() => void github.requests.splice(0))
  afterAll(() => github[Symbol.asyncDispose]())

  const SAID: readonly [string, Fault, string, RegExp, RegExp, (number | null)?][] = [
    [
      'a bad token',
      { status: 401, body: { message: 'Bad credentials' } },
      'no-token',
      /accept the token/,
      /gh auth login/,
    ],
    [
      'a missing permission',
      {
        status: 403,
        body: { message: 'Resource not accessible' },
        headers: { 'x-accepted-github-permissions': 'pull_requests=write' },
      },
      'rights',
      /may not open pull requests in acme\/shop: Resource not accessible/,
      /write access to pull requests.*\(pull_requests=write\)/,
    ],
    [
      'a missing scope',
      {
        status: 403,
        body: {},
        headers: { 'x-accepted-oauth-scopes': 'repo', 'x-oauth-scopes': 'read:org' },
      },
      'rights',
      /may not open/,
      /scope repo; it has read:org/,
    ],
    [
      'single sign-on',
      { status: 403, body: {}, headers: { 'x-github-sso': 'required; url=x' } },
      'single-sign-on',
      /single sign-on/,
      /Configure SSO/,
    ],
    [
      'the limit of an hour',
      {
        status: 403,
        body: {},
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW / 1000 + 90}` },
      },
      'rate-limit',
      /too often/,
      /asked again at \d\d:\d\d UTC/,
      NOW + 90_000,
    ],
    [
      'a secondary limit',
      {
        status: 403,
        body: { message: 'You have exceeded a secondary rate limit.' },
        headers: { 'retry-after': '7' },
      },
      'rate-limit',
      /too often/,
      /again at/,
      NOW + 7000,
    ],
    [
      'a secondary limit without a time',
      { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
      'rate-limit',
      /too often/,
      /again at/,
      NOW + 60_000,
    ],
    [
      'too many requests',
      { status: 429, body: {} },
      'rate-limit',
      /too often/,
      /again at/,
      NOW + 60_000,
    ],
    ['a fault of GitHub', { status: 503, body: 'x' }, 'fault', /HTTP 503/, /again/],
    [
      'a missing repository',
      { status: 404, body: { message: 'Not Found' } },
      'not-found',
      /shows no repository acme\/shop/,
      /check its name/,
    ],
    [
      'a rule',
      {
        status: 422,
        body: {
          message: 'Validation Failed',
          errors: [{ message: 'No commits between main and api' }],
        },
      },
      'refused',
      /No commits between main and api/,
      /check the branches/,
    ],
    [
      'a redirect',
      { status: 301, body: '', headers: { location: 'http://127.0.0.1:9/' } },
      'not-understood',
      /another address/,
      /another name.*GITHUB_API_URL/,
    ],
    [
      'a page of a proxy',
      { status: 200, body: '<p>Log in' },
      'not-understood',
      /does not understand/,
      /proxy/,
    ],
    ['no answer', 'cut', 'unreachable', /cannot be reached/, /internet connection/],
  ]

  it.each(SAID)('%s', async (...row) => {
    const [, fault, is, message, hint, notBefore = null] = row
    using forge = forgeOn(github)
    github.failNext(fault, { matching: /POST .*\/pulls$/, times: PASSING.has(is) ? 3 : 1 })
    const answer = await forge.open(API)
    expect(answer).toMatchObject({ ok: false, problem: { is, notBefore } })
    const { problem } = answer as Extract<typeof answer, { ok: false }>
    expect(problem.message).toMatch(message)
    expect(problem.hint).toMatch(hint)
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
  })

  it('an answer to GraphQL, too', async () => {
    const told = async (body: object) => {
      github.failNext({ status: 200, body })
      using forge = forgeOn(github)
      const answer = await forge.pulls(['api'])
      return answer.ok ? 'ok' : answer.problem.is
    }
    const none = { repository: null }
    expect(await told({ errors: [{ type: 'RATE_LIMITED', message: 'limit' }] })).toBe('rate-limit')
    expect(await told({ data: none, errors: [{ type: 'NOT_FOUND', message: 'x' }] })).toBe(
      'not-found',
    )
    expect(await told({ data: none, errors: [{ type: 'FORBIDDEN', message: 'x' }] })).toBe('rights')
    expect(
      await told({ data: none, errors: [{ type: 'FORBIDDEN', message: 'SAML enforcement' }] }),
    ).toBe('single-sign-on')
    expect(await told({ data: none })).toBe('not-understood')
    expect(await told({ errors: 'x' })).toBe('not-understood')
  })

  it('no token, and then nothing is asked; it is looked for again', async () => {
    vi.stubEnv('GITHUB_TOKEN', undefined)
    vi.stubEnv('PATH', '/nonexistent')
    using forge = forgeOn(github)
    expect(await forge.pulls(['api'])).toMatchObject({
      ok: false,
      problem: { is: 'no-token', hint: expect.stringContaining('gh auth login') as unknown },
    })
    expect(github.requests).toEqual([])
    vi.stubEnv('GH_TOKEN', TOKEN)
    expect(must(await forge.pulls(['api']))).toEqual([])
  })

  it('a fault that passes is not even said', async () => {
    using forge = forgeOn(github)
    github.failNext({ status: 502 }, { times: 2 })
    expect(must(await forge.pulls(['api']))).toEqual([])
    expect(github.requests.map(({ status }) => status)).toEqual([502, 502, 200])
  })

  it('a limit is not waited for, also when requests are paced', async () => {
    using forge = forgeOn(github, { ...QUICK, isPaced: true })
    github.failNext({ status: 200, body: { errors: [{ type: 'RATE_LIMITED', message: 'x' }] } })
    expect(await forge.pulls(['api'])).toMatchObject({ ok: false, problem: { is: 'rate-limit' } })
    expect(github.requests).toHaveLength(1)
  })

  it('before the time of a limit nothing is asked, whatever is wanted', async () => {
    using forge = forgeOn(github)
    github.failNext({ status: 403, body: {}, headers: { 'retry-after': '7' } })
    const first = await forge.pulls(['api'])
    expect(first).toMatchObject({ ok: false, problem: { notBefore: NOW + 7000 } })
    expect(await forge.open(API)).toEqual(first)
    expect(github.requests).toHaveLength(1)
  })

  it('the token is masked wherever text is shown', async () => {
    vi.stubEnv('GITHUB_TOKEN', 'a-token-of-no-known-form')
    using forge = forgeOn(github)
    expect(await forge.pulls(['api'])).toMatchObject({ ok: false, problem: { is: 'no-token' } })
    expect(maskOutput('it is a-token-of-no-known-form here')).not.toContain('no-known-form')
    github.failNext({ status: 422, body: { message: 'a-token-of-no-known-form is wrong' } })
    expect(JSON.stringify(await forge.pulls(['api']))).not.toContain('no-known-form')
  })
})
