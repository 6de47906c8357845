import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { asking } from './asking.ts'
import type { GithubOptions } from './options.ts'
import { startGithub } from './start-github.ts'

const REPO = '/repos/acme/shop'

async function withPull(options: GithubOptions = {}) {
  const github = await startGithub(options)
  const [ann, bob] = [github.person('ann'), github.person('bob')]
  await ann.push('api', { 'api.ts': '1\n' })
  await ann.openPull({ title: 'API', head: 'api', base: 'main' })
  const ask = asking(github)
  return { github, ann, bob, ask, [Symbol.asyncDispose]: () => github[Symbol.asyncDispose]() }
}

describe('people', () => {
  it('review a pull request, and are answered in the thread', async () => {
    await using at = await withPull()
    await at.bob.review(1, 'CHANGES_REQUESTED', 'Not yet.', [
      { path: 'api.ts', line: 1, body: 'why?' },
    ])
    const { body: reviews } = await at.ask(`GET ${REPO}/pulls/1/reviews`)
    expect(reviews).toMatchObject([
      { state: 'CHANGES_REQUESTED', body: 'Not yet.', user: { login: 'bob', type: 'User' } },
    ])
    const { body: comments } = await at.ask(`GET ${REPO}/pulls/1/comments`)
    expect(comments).toMatchObject([{ body: 'why?', path: 'api.ts', line: 1 }])
    const answered = await at.ask(`POST ${REPO}/pulls/1/comments/${comments[0].id}/replies`, {
      body: 'Because.',
    })
    expect(answered).toMatchObject({ status: 201, body: { in_reply_to_id: comments[0].id } })
    expect(at.github.pull(1).threads[0]!.comments.map(({ body }) => body)).toEqual([
      'why?',
      'Because.',
    ])
  })

  it('may not approve their own pull request', async () => {
    await using at = await withPull()
    await expect(at.ann.review(1, 'APPROVED')).rejects.toThrow('Unprocessable Entity')
    await at.bob.review(1, 'APPROVED')
    expect((await at.ask(`GET ${REPO}/pulls/1/reviews`)).body).toMatchObject([
      { state: 'APPROVED' },
    ])
  })

  it('may be bots', async () => {
    await using at = await withPull()
    await at.github.person('coverage[bot]').comment(1, '80 %')
    const { body } = await at.ask(`GET ${REPO}/issues/1/comments`)
    expect(body).toMatchObject([{ body: '80 %', user: { login: 'coverage[bot]', type: 'Bot' } }])
  })
})

describe('CI', () => {
  it('reports check runs with a log, which is at another address, and annotations', async () => {
    await using at = await withPull()
    const id = at.github.ci(1).set('build', 'failure', {
      log: 'expected 1, got 2',
      summary: 'one test failed',
      annotations: [{ path: 'api.ts', line: 1, level: 'failure', message: 'expected 1' }],
    })
    const { body } = await at.ask(`GET ${REPO}/commits/api/check-runs`)
    expect(body).toMatchObject({
      total_count: 1,
      check_runs: [
        {
          id,
          name: 'build',
          conclusion: 'failure',
          output: { summary: 'one test failed', annotations_count: 1 },
        },
      ],
    })
    expect((await at.ask(`GET ${REPO}/check-runs/${id}/annotations`)).body).toMatchObject([
      { path: 'api.ts', message: 'expected 1', annotation_level: 'failure' },
    ])
    const { status, headers } = await at.ask(`GET ${REPO}/actions/jobs/${id}/logs`)
    expect(status).toBe(302)
    const log = await fetch(headers.get('location')!)
    expect(await log.text()).toBe('expected 1, got 2')
  })

  it('reports on a commit, so that a new head has nothing', async () => {
    await using at = await withPull()
    at.github.ci(1).set('build', 'in_progress')
    at.github.ci(1).set('build', 'success')
    await at.ann.push('api', { 'api.ts': '2\n' })
    const count = async (ref: string) =>
      (await at.ask(`GET ${REPO}/commits/${ref}/check-runs`)).body.total_count
    expect([await count('api'), await count('api~1')]).toEqual([0, 1])
    expect(await at.ask(`GET ${REPO}/commits/none/check-runs`)).toMatchObject({ status: 422 })
  })

  it('reports statuses, which are pending together while there are none', async () => {
    await using at = await withPull()
    const state = async () => (await at.ask(`GET ${REPO}/commits/api/status`)).body.state
    expect(await state()).toBe('pending')
    at.github.ci(1).status('legacy', 'success')
    expect(await state()).toBe('success')
    at.github.ci(1).status('other', 'error')
    expect(await state()).toBe('failure')
  })
})

describe('the token under test', () => {
  it('is found when it merges, approves, closes or writes refs', async () => {
    await using at = await withPull({ strict: false })
    await at.ask(`POST ${REPO}/pulls/1/reviews`, { event: 'APPROVE' })
    await at.ask(`PATCH ${REPO}/pulls/1`, { state: 'closed' })
    await at.ask(`PATCH ${REPO}/pulls/1`, { state: 'open' })
    await at.ask(`PUT ${REPO}/pulls/1/merge`, {})
    expect(await at.ask(`DELETE ${REPO}/git/refs/heads/api`)).toMatchObject({ status: 404 })
    expect(at.github.violations).toEqual([
      'The token under test approved pull request #1.',
      'The token under test closed pull request #1.',
      'The token under test merged pull request #1.',
      'The token under test tried DELETE /repos/acme/shop/git/refs/heads/api.',
    ])
  })

  it('makes the end of a test fail', async () => {
    const at = await withPull()
    await at.ask(`PUT ${REPO}/pulls/1/merge`, {})
    await expect(at[Symbol.asyncDispose]()).rejects.toThrow('merged pull request #1')
  })
})

it('a webhook is signed', async () => {
  const taken: object[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const wanted = createHmac('sha256', 'agreed').update(body).digest('hex')
      const isSigned = request.headers['x-hub-signature-256'] === `sha256=${wanted}`
      taken.push({ event: request.headers['x-github-event'], isSigned, ...JSON.parse(body) })
      response.writeHead(isSigned ? 202 : 401).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  {
    await using github = await startGithub({ webhook: { url, secret: 'agreed' } })
    const payload = { action: 'closed' }
    expect(await github.deliver({ event: 'pull_request', payload })).toBe(202)
    expect(await github.deliver({ event: 'pull_request', payload, secret: 'guessed' })).toBe(401)
  }
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(taken).toEqual([
    { event: 'pull_request', isSigned: true, action: 'closed' },
    { event: 'pull_request', isSigned: false, action: 'closed' },
  ])
})
