import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asking, type Ask } from '../asking.ts'
import { ROUTES } from '../rest/all-routes.ts'
import { startGithub, type Github } from '../start-github.ts'
import { described } from './described.ts'
import { differences } from './differences.ts'

const REPO = '/repos/acme/shop'

describe('answers and requests', () => {
  let github: Github
  let ask: Ask
  beforeAll(async () => {
    github = await startGithub({ strict: false, repositories: [{ isPrivate: false }] })
    ask = asking(github)
  })
  afterAll(() => github[Symbol.asyncDispose]())

  it('are as GitHub describes them, on every route we have', async () => {
    const ann = github.person('ann')
    await ann.openIssue({ title: 'One', labels: ['ready'], assignees: ['ann'] })
    await ann.openIssue({ title: 'Two', parent: 1, blockedBy: [1] })
    await ann.push('api', { 'api.ts': '1' })
    await ann.push('web', { 'web.ts': '1' })
    await ann.push('docs', { 'docs.md': '1' })
    await ask(`POST ${REPO}/pulls`, { title: 'API', head: 'api', base: 'main', draft: true })
    await ann.openPull({ title: 'Web', head: 'web', base: 'main' })
    await ann.review(3, 'CHANGES_REQUESTED', 'no', [{ path: 'api.ts', line: 1, body: 'x' }])
    const annotations = [{ path: 'api.ts', line: 1, level: 'warning', message: 'x' }] as const
    const run = github.ci(3).set('build', 'failure', { log: 'x', annotations })
    github.ci(3).status('legacy', 'pending')
    const { body: own } = await ask(`POST ${REPO}/issues/2/comments`, { body: 'mine' })
    const [thread] = github.pull(3).threads
    const requests = `GET /user
      GET ${REPO}
      GET ${REPO}/issues?state=all&labels=ready&per_page=1
      POST ${REPO}/issues {"title":"Three","body":"x","labels":["ready"]}
      GET ${REPO}/issues/1
      GET ${REPO}/issues/3
      POST ${REPO}/issues/1/comments {"body":"x"}
      GET ${REPO}/issues/1/comments
      PATCH ${REPO}/issues/comments/${own.id} {"body":"x"}
      POST ${REPO}/issues/3/labels {"labels":["x"]}
      GET ${REPO}/issues/3/labels
      DELETE ${REPO}/issues/3/labels/x
      POST ${REPO}/issues/3/labels {"labels":["y"]}
      GET ${REPO}/issues/1/sub_issues
      GET ${REPO}/issues/2/dependencies/blocked_by
      POST ${REPO}/pulls {"title":"Docs","head":"docs","base":"main","body":"x"}
      GET ${REPO}/pulls?state=open&head=acme:api&base=main
      GET ${REPO}/pulls/3
      GET ${REPO}/pulls/3
      PATCH ${REPO}/pulls/3 {"title":"x","body":"y","base":"main"}
      GET ${REPO}/pulls/3/merge
      POST ${REPO}/pulls/3/requested_reviewers {"reviewers":["ann"]}
      GET ${REPO}/pulls/3/requested_reviewers
      GET ${REPO}/pulls/3/reviews
      POST ${REPO}/pulls/4/reviews {"event":"COMMENT","body":"x"}
      GET ${REPO}/pulls/3/comments
      POST ${REPO}/pulls/3/comments/${thread!.comments[0]!.id}/replies {"body":"x"}
      GET ${REPO}/commits/api/check-runs
      GET ${REPO}/commits/api/status
      GET ${REPO}/check-runs/${run}
      GET ${REPO}/check-runs/${run}/annotations
      GET ${REPO}/actions/jobs/${run}/logs
      PUT ${REPO}/pulls/4/merge {"merge_method":"squash"}`.split('\n')
    const statuses = []
    for (const request of requests) {
      const [, line = '', body] = /^\s*(\S+ \S+)\s*(.*)$/.exec(request) ?? []
      const told = await ask(line, body === '' ? undefined : JSON.parse(body!))
      statuses.push([line, told.status])
    }
    expect(statuses.filter(([, status]) => Number(status) >= 400)).toEqual([
      [`GET ${REPO}/pulls/3/merge`, 404],
    ])
    expect(github.mismatches).toEqual([])
    const asked = new Set(requests.map((one) => templateOf(one.trim())))
    expect(
      ROUTES.map(({ method, template }) => `${method} ${template}`).filter(
        (one) => !asked.has(one),
      ),
    ).toEqual([])
  })

  it('are told apart from those GitHub does not know', async () => {
    const before = github.mismatches.length
    await ask(`GET ${REPO}/pulls?stat=open`)
    await ask(`POST ${REPO}/issues/1/comments`, { body: 'x', text: 'y' })
    expect(github.mismatches.slice(before)).toEqual([
      'GET /repos/{owner}/{repo}/pulls has no parameter stat.',
      expect.stringContaining('must NOT have additional properties {"additionalProperty":"text"}'),
    ])
    const route = { method: 'GET', template: '/repos/{owner}/{repo}/pulls/{pull_number}' }
    expect(await described.answer(route, 200, { number: 'x' })).toHaveLength(1)
    expect(await described.answer(route, 299, {})).toHaveLength(1)
  })

  it('have every field of the recorded ones, with the same type', async () => {
    const ours: Readonly<Record<string, string>> = {
      'get-repository get /repos/octokit-fixture-org/hello-world': `GET ${REPO}`,
      'paginate-issues get /repos/octokit-fixture-org/paginate-issues/issues?per_page=3': `GET ${REPO}/issues?state=all`,
      'add-labels-to-issue post /repos/octokit-fixture-org/add-labels-to-issue/issues/1/labels': `GET ${REPO}/issues/3/labels`,
      'create-status get /repos/octokit-fixture-org/create-status/commits/0000000000000000000000000000000000000001/status': `GET ${REPO}/commits/api/status`,
    }
    for (const [name, line] of Object.entries(ours)) {
      const { body } = await ask(line)
      expect([line, differences(recorded(name), body)]).toEqual([line, []])
    }
  })

  it('of a refusal have the form of a recorded one', async () => {
    const { status, body } = await ask(`POST ${REPO}/pulls`, {
      title: 'x',
      head: 'no',
      base: 'main',
    })
    expect(status).toBe(422)
    const refusal = recorded('errors post /repos/octokit-fixture-org/errors/labels')
    expect(differences(refusal, body)).toEqual([])
  })
})

/** The route of a request, as GitHub writes it. */
function templateOf(request: string): string {
  const [method = '', path = ''] = request.split(' ')
  const { pathname } = new URL(path, 'http://127.0.0.1')
  const matching = ROUTES.find(
    (route) => route.method === method && patternOf(route.template).test(pathname),
  )
  return `${method} ${matching?.template}`
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

function recorded(name: string): unknown {
  const [scenario, method, path] = name.split(' ')
  const file = `@octokit/fixtures/scenarios/api.github.com/${scenario}/normalized-fixture.json`
  const text = readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')
  const all = JSON.parse(text) as { method: string; path: string; response: unknown }[]
  return all.find((one) => one.method === method && one.path === path)!.response
}
