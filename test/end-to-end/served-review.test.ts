/** What the API shows a browser of a repository, and the actions that it offers. */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { repository, type RepositoryFolder } from '../conductor.ts'
import { linkOf, visit, type Visitor } from '../browser/web-visit.ts'

vi.setConfig({ testTimeout: 60_000 })

const PLAN = `
config: {land: {review: true}, check: "echo looking; test -s a.txt"}
tasks:
  - {id: a, run: "echo hi > a.txt"}
  - {id: empty, run: ": > a.txt; echo b > b.txt"}
`

let shop: RepositoryFolder
let browser: Visitor
let code: number | null
beforeAll(async () => {
  shop = repository({ 'tasks.yaml': PLAN, 'README.md': 'shop\n' }, { isShared: true })
  code = (await shop.conductor('run', 'tasks.yaml', '--no-ui')).code
  browser = await visit(await linkOf(shop.begin('serve', '--port', '0')))
})
afterAll(() => shop[Symbol.asyncDispose]())

const read = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const check = (browser: Visitor, task: string) =>
  read(browser.post(`/api/runs/1/tasks/${task}/check`, {}))

it('shows what a task changed, and whether it would land, while nothing moves', async () => {
  expect(code).toBe(1)
  const diff = await read(browser.get('/api/runs/1/tasks/a/diff'))
  expect(diff.body).toMatchObject({
    isCut: false,
    files: [{ path: 'a.txt', status: 'added', added: 1, patch: expect.stringContaining('+hi') }],
  })
  expect((await browser.get('/api/runs/1/tasks/a/diff?attempt=7')).status).toBe(404)
  const target = shop.git('rev-parse', 'conductor/run-1')
  expect((await check(browser, 'a')).body).toMatchObject({
    mergesCleanly: true,
    check: 'passed',
    log: 'looking\n',
  })
  expect((await check(browser, 'empty')).body).toMatchObject({ check: 'failed', conflicts: [] })
  expect(shop.git('rev-parse', 'conductor/run-1')).toBe(target)
  const lanes = await read(browser.get('/api/lanes'))
  expect(lanes.body['lanes']).toContainEqual(
    expect.objectContaining({ lane: 'task-a', branch: 'task-a', ahead: 1, mergesCleanly: true }),
  )
})

it('shows nothing of what is secret in the run, whoever prints it', async () => {
  const [ofTask, ofAgent] = ['only-the-task-has-it', 'only-the-agent-has-it']
  await using other = repository({
    'tasks.yaml': `
config:
  land: {review: true}
  check: "cat printed.txt"
  agents: {mine: {command: "true", env: {MY_TOKEN: ${ofAgent}}}}
tasks: [{id: a, run: "echo ${ofTask} ${ofAgent} > printed.txt", env: {A_PASSWORD: ${ofTask}}}]
`,
  })
  expect((await other.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
  const visitor = await visit(await linkOf(other.begin('serve', '--port', '0')))
  expect((await check(visitor, 'a')).body).toMatchObject({
    check: 'passed',
    log: '******** ********\n',
  })
})

it('makes a worktree and clears it away, and says what it cannot', async () => {
  const made = await read(browser.post('/api/worktrees', { name: 'try-it' }))
  expect(made).toMatchObject({ status: 201, body: { branch: 'try-it' } })
  const path = made.body['path'] as string
  expect(existsSync(join(path, 'README.md'))).toBe(true)
  expect((await browser.post('/api/worktrees', { name: 'try-it' })).status).toBe(409)
  const remove = (name: string) => read(browser.remove(`/api/worktrees/${name}`))
  expect((await remove('try-it')).status).toBe(200)
  expect(existsSync(path)).toBe(false)
  expect(await remove('nobody')).toMatchObject({
    status: 404,
    body: { error: 'unknown_worktree' },
  })
})

it('shows no file that is not in the repository', async () => {
  writeFileSync(join(dirname(shop.path), 'secret.yaml'), 'tasks: [{id: secret, run: "true"}]\n')
  symlinkSync('../secret.yaml', join(shop.path, 'linked.yaml'))
  for (const file of ['../secret.yaml', 'linked.yaml', join(shop.path, '../secret.yaml')]) {
    const plan = await browser.get(`/api/plan?file=${encodeURIComponent(file)}`)
    expect(plan.status).toBe(422)
    expect(await plan.text()).not.toContain('secret"')
    const started = await browser.post('/api/runs', { file })
    expect(started.ok).toBe(false)
  }
  expect((await browser.get('/api/plan?file=tasks.yaml')).status).toBe(200)
})
