/** `conductor serve` follows pull requests while no run is conducted, from time to time and when a webhook says so. */
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { gitIn } from '../repository/git-in.ts'
import { deliver } from '../scripted/github/people/deliver.ts'
import { startGithub } from '../scripted/github/start-github.ts'
import { linkOf, visit } from '../browser/web-visit.ts'
import { until } from '../until.ts'
import { AGENT_CONFIG, cloneOf, pullOf, runWithPulls } from '../scripted/github-clone.ts'

const SECRET = 'a secret of sixteen characters'
const SERVED = `${AGENT_CONFIG}pull_requests: {refresh: 10s, webhook_secret_env: HOOK_SECRET}\n`

it('restacks after a merge at the next look, and at once after a signed webhook', async () => {
  await using github = await startGithub({ mergeability: 'at-once' })
  await using shop = cloneOf(github, {
    config: SERVED,
    environment: { HOOK_SECRET: SECRET },
  })
  await runWithPulls(shop)
  const page = pullOf(github, 'issue-12')
  const serving = shop.begin('serve', '--port', '0', '--no-open')
  const link = await linkOf(serving)
  const visitor = await visit(link)
  const url = new URL('/api/webhooks/github', link).href
  const ann = github.person('ann')
  const merged = await ann.merge(pullOf(github, 'issue-11').number, 'squash')
  const before = github.requests.length

  const about = { repository: { full_name: 'acme/shop' }, pull_request: { number: page.number } }
  const delivery = { event: 'pull_request', payload: about, id: 'd-1' }
  const target = { url, secret: SECRET }
  expect(await deliver(target, { ...delivery, secret: 'of somebody else' })).toBe(401)
  expect(await deliver(target, { ...delivery, id: 'not an id!' })).toBe(400)
  expect([await posted(url, '{}'), await posted(url, 'x'.repeat(2_000_000))]).toEqual([401, 413])
  expect(github.requests.length).toBe(before)

  expect(await deliver(target, delivery)).toBe(204)
  await until('the page is put on main', () => page.baseBranch === 'main', 50)
  expect(gitIn(github.repository().folder, 'rev-parse', 'issue-12^')).toBe(merged)
  await until('the run knows of the merge', async () => (await shown()).includes('"merged"'))
  // It waits for the look that is under way; from now on only the next one can find something.
  await shop.conductor('pr')
  github.ci(pullOf(github, 'issue-13').number).set('build', 'failure')
  const asked = github.requests.length
  await until('the next look', () => github.requests.length > asked)
  await until('what it saw', async () => (await shown()).includes('"fail"'))
  expect(await shown()).not.toContain('docs-answer-1')
  await serving.end()

  async function shown(): Promise<string> {
    return (await visitor.get('/api/runs/1/pull-requests')).text()
  }
})

/** Without any signature; the status of the answer. */
const posted = (url: string, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const asking = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    asking.on('error', reject).end(body)
  })
