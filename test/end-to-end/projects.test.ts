/** `conductor projects`, and `conductor serve` as the hub of every repository that was used here. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FromServer } from '../../src/server/live/messages.ts'
import { linkOf, visit, visitor, type Visitor } from '../browser/web-visit.ts'
import { folder, repository, type RepositoryFolder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'

vi.setConfig({ testTimeout: 60_000 })

const PLAN = 'tasks: [{id: page, run: "echo page > page.txt", needs_human: true}]\n'

/** Repositories of one user: each call makes one more, with the same home. */
function user() {
  const home = tempFolder()
  onTestFinished(() => home[Symbol.dispose]())
  const environment = { HOME: home.path }
  return {
    home: home.path,
    repository: (name: string, files: Readonly<Record<string, string>> = { 'tasks.yaml': PLAN }) =>
      repository(files, { below: name, environment }),
    folder: () => folder({}, { environment }),
    listed: () => readdirSync(join(home.path, '.conductor', 'projects')).toSorted(),
  }
}

const ids = (answer: { readonly projects: readonly { readonly id: string }[] }) =>
  answer.projects.map(({ id }) => id)

describe('conductor projects', () => {
  it('lists a repository when it is used, with its newest run and what needs you', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    expect((await shop.conductor('projects')).stdout).toContain('No repository is listed yet')
    await shop.conductor('status')
    await shop.conductor('simulate', 'tasks.yaml')
    expect(ids(await shop.json('projects'))).toEqual([])
    await shop.conductor('run', 'tasks.yaml', '--no-ui')
    await blog.conductor('init', 'plan.yaml')
    const { stdout } = await shop.conductor('projects')
    expect(stdout).toMatch(
      /^blog +no run yet +\S+blog\nshop \(here\) +run 1 blocked by you, 0 of 1 landed +1 needs you +\S+shop\n$/,
    )
    expect(await shop.json('projects')).toMatchObject({
      projects: [
        { id: 'blog', state: 'ok', run: null, needs_you: 0, is_current: false },
        { id: 'shop', folder: shop.path, needs_you: 1, run: { id: '1', plan: 'tasks', total: 1 } },
      ],
    })
  })

  it('and attention --all has what needs you in all of them', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    await using elsewhere = ada.folder()
    expect((await elsewhere.conductor('attention', '--all')).stdout).toContain('Nothing needs you')
    for (const place of [shop, blog]) await place.conductor('run', 'tasks.yaml', '--no-ui')
    const { stdout } = await elsewhere.conductor('attention', '--all')
    expect(stdout).toMatch(
      /^blog {2}cd \S+blog\nNeeds you \(1\):[^]+\n\nshop {2}cd \S+shop\nNeeds you/,
    )
    expect(await elsewhere.json('attention', '--all')).toMatchObject({
      attention: [
        {
          project: 'shop',
          task: 'page',
          ways: [{ command: `cd ${shop.path} && conductor approve page` }, {}],
        },
        { project: 'blog', task: 'page' },
      ],
    })
    expect((await elsewhere.conductor('attention', '--all', '--follow')).code).toBe(2)

    // A newer run hides no decision of an older one.
    const says = 'Run 1 needs you: 1 decision: conductor attention 1'
    blog.write('done.yaml', 'tasks: [{id: done, run: "true"}]\n')
    await blog.conductor('run', 'done.yaml', '--no-ui')
    for (const command of ['attention', 'status']) {
      expect((await blog.conductor(command)).stdout.trimEnd().split('\n').at(-1)).toBe(says)
      expect(await blog.json(command)).toMatchObject({
        waiting_runs: [{ run: '1', plan: 'tasks', decisions: 1, says }],
      })
    }
    expect(await blog.json('attention', '1')).toMatchObject({ waiting_runs: [] })
    const all = await elsewhere.conductor('attention', '--all')
    expect(all.stdout).toMatch(RegExp(`^blog {2}cd \\S+blog\n${says}\n\nshop {2}cd`))
    expect(await elsewhere.json('attention', '--all')).toMatchObject({
      attention: [{ project: 'shop' }],
      waiting_runs: [
        { project: 'blog', run: '1', command: `cd ${blog.path} && conductor attention 1` },
      ],
    })
  })

  it('lists what a run that is over still needs, as attention does there', async () => {
    const ada = user()
    await using shop = ada.repository('shop', { 'tasks.yaml': 'tasks: [{id: bad, run: exit 1}]\n' })
    await shop.conductor('run', 'tasks.yaml', '--no-ui')
    const need = { kind: 'task-failed', task: 'bad', what: 'failed: exit code 1' }
    expect(await shop.json('attention')).toMatchObject({ attention: [need] })
    const placed = [{ project: 'shop', run: '1', ...need }]
    expect(await shop.json('attention', '--all')).toMatchObject({ attention: placed })
    expect((await shop.conductor('attention', '--all')).stdout).toContain('bad - FAILED')
    expect(await shop.json('projects')).toMatchObject({ projects: [{ needs_you: 1 }] })
    const { get } = await serving(shop)
    expect((await json(get('/api/attention?project=all'))).attention).toMatchObject(placed)
    expect((await json(get('/api/projects'))).projects).toMatchObject([{ needs_you: 1 }])
  })

  it('tells two of the same name apart, and keeps their ids', async () => {
    const ada = user()
    await using first = ada.repository('shop')
    await using second = ada.repository('shop')
    await using strange = ada.repository('current & more/\u00fc')
    for (const { path } of [first, second, strange]) await first.conductor('projects', 'add', path)
    await second.conductor('projects', 'add')
    await using twoLines = ada.repository('two\n\u001b[31mlines')
    await first.conductor('projects', 'add', twoLines.path)
    const table = (await first.conductor('projects')).stdout
    expect(table).toMatch(/^two\S* +no run yet +\/[^\n]+\/two lines$/m)
    expect(table.trim().split('\n')).toHaveLength(4)
    await first.conductor('projects', 'remove', twoLines.path)
    expect(ids(await first.json('projects'))).toEqual(['shop', 'shop-2', 'u'])
    await first.conductor('projects', 'remove', '.')
    expect(ids(await first.json('projects'))).toEqual(['shop-2', 'u'])
  })

  it('adds the repository of a worktree, not the worktree beside it', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    shop.git('worktree', 'add', '-q', '-b', 'feat', '../wt')
    const worktree = join(shop.path, '..', 'wt')
    const added = await shop.conductor('projects', 'add', worktree)
    expect(added.code).toBe(0)
    expect(added.stdout).toMatch(/^Added shop: .*shop\n/)
    expect(added.stderr).toContain(`${worktree} is a worktree of ${shop.path}`)
    expect((await shop.conductor('projects', 'add', worktree)).stdout).toContain('listed already')
    expect(ids(await shop.json('projects'))).toEqual(['shop'])
  })

  it('a linked worktree that is used belongs to its repository, with the same runs', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using linked = ada.folder()
    shop.git('worktree', 'add', '-q', '-b', 'feat', linked.path)
    linked.write('only-here.txt', 'x')
    gitIn(linked.path, 'add', '.')
    gitIn(linked.path, 'commit', '-qm', 'on feat')
    await linked.conductor('run', 'tasks.yaml', '--no-ui')
    expect(existsSync(join(linked.path, '.conductor'))).toBe(false)
    const rows = { projects: [{ id: 'shop', folder: shop.path, is_current: true, needs_you: 1 }] }
    expect(await linked.json('projects')).toMatchObject(rows)
    expect(await shop.json('projects')).toMatchObject(rows)
    expect(await shop.json('status')).toMatchObject({ run: '1' })
    // The work begins where the run was started, wherever it goes on.
    expect((await shop.conductor('approve', 'page', '--no-ui')).code).toBe(0)
    expect([shop.landed('page.txt'), shop.landed('only-here.txt')]).toEqual(['page', 'x'])
    expect(await linked.json('workspaces')).toMatchObject({ trees: { shop: { branch: 'main' } } })
    expect(gitIn(linked.path, 'status', '--porcelain')).toBe('')
  })

  it('forgets one without touching it, and says so', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await shop.conductor('run', 'tasks.yaml', '--no-ui')
    const { stdout, code } = await shop.conductor('projects', 'remove', 'shop')
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing was deleted')
    expect(existsSync(join(shop.path, '.conductor', 'conductor.db'))).toBe(true)
    expect((await shop.json('status')) as unknown).toMatchObject({ run: '1' })
    expect(ids(await shop.json('projects'))).toEqual([])
  })

  it('shows one whose folder is gone as missing, and one that cannot be read as broken', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    await using site = ada.repository('site')
    for (const place of [shop, blog, site]) await place.conductor('projects', 'add')
    mkdirSync(join(blog.path, '.conductor'))
    writeFileSync(join(blog.path, '.conductor', 'conductor.db'), 'this is no database'.repeat(99))
    renameSync(site.path, `${site.path}-away`)
    writeFileSync(join(ada.home, '.conductor', 'projects', 'bad.json'), '{"folder"')
    // What a process that was killed left behind is cleared by the next one that adds a project.
    const left = join(ada.home, '.conductor', 'projects', '.1.new')
    writeFileSync(left, '{"fol')
    utimesSync(left, 0, 0)
    await using docs = ada.repository('docs')
    await docs.conductor('projects', 'add')
    expect(existsSync(left)).toBe(false)
    const { stdout, stderr, code } = await shop.conductor('projects')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /blog +broken: .+\ndocs.+\nshop.+no run yet.+\nsite +missing: the folder is gone/,
    )
    expect(stderr).toContain('bad.json cannot be read; it was left as it is')
    expect((await shop.conductor('projects', 'remove', 'site')).code).toBe(0)
    renameSync(`${site.path}-away`, site.path)
  })

  it('refuses what it does not know, and names what it does know', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await shop.conductor('projects', 'add')
    const unknown = await shop.conductor('projects', 'remove', 'shp')
    expect([unknown.code, unknown.stderr]).toMatchObject([
      2,
      expect.stringMatching(/did you mean "shop"\?/),
    ])
    const nowhere = await shop.conductor('projects', 'add', 'not/there')
    expect([nowhere.code, nowhere.stderr]).toMatchObject([
      2,
      expect.stringMatching(/there is no folder .*not\/there/),
    ])
    expect(ada.listed()).toEqual(['shop.json'])
  })

  it('loses nothing when many processes add at once', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('shop')
    const adding = [shop, blog].flatMap((place) =>
      [1, 2, 3].map(() => place.start('projects', 'add').done),
    )
    for (const { code } of await Promise.all(adding)) expect(code).toBe(0)
    expect(ada.listed()).toEqual(['shop-2.json', 'shop.json'])
  })
})

/** A server that was started in this folder, and a visitor with its link. */
async function serving(place: RepositoryFolder | ReturnType<typeof folder>, ...flags: string[]) {
  const server = place.begin('serve', '--port', '0', '--no-open', ...flags)
  const link = await linkOf(server)
  return { link, ...(await visit(link)), end: server.end }
}

interface Row {
  readonly branch_name: string | null
}

const json = async (answer: Promise<Response>) => {
  const response = await answer
  // oxlint-disable-next-line typescript/no-explicit-any -- documents of many forms, looked into by tests
  return { status: response.status, ...((await response.json()) as any) }
}

/** fetch does not let a page, or a test, name another host. */
const statusAsHost = (host: string, url: URL, cookie: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host, cookie } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject).end()
  })

/** Everything that the live socket of this path sends; the first message is sent when it is open. */
function listen(link: string, path: string, cookie: string, first: object) {
  const socket = new WebSocket(new URL(path, link.replace('http', 'ws')), { headers: { cookie } })
  const heard: FromServer[] = []
  socket.on('message', (data: Buffer) => void heard.push(JSON.parse(String(data)) as FromServer))
  socket.on('open', () => socket.send(JSON.stringify(first)))
  onTestFinished(() => socket.terminate())
  return heard
}

describe('conductor serve', () => {
  it('serves every repository: its paths, those of the seeds, and its live socket', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    await blog.conductor('run', 'tasks.yaml', '--no-ui')
    const { get, post, link, cookie } = await serving(shop)
    const all = await json(get('/api/projects'))
    expect(all).toMatchObject({ current: 'shop', folder: shop.path })
    expect(ids(all)).toEqual(['blog', 'shop'])
    expect(await json(get('/api/session'))).toMatchObject({ repository: { id: 'shop' }, run: null })
    for (const path of ['/api/projects/blog/session', '/api/projects/blog/projects/blog/session'])
      expect(await json(get(path))).toMatchObject({ repository: { id: 'blog' }, run: '1' })
    expect(await json(get('/projects/blog/execution-plan'))).toMatchObject({ project_id: 'blog' })
    expect(await json(get('/projects/blog/worktrees'))).toMatchObject({ status: 200 })
    expect((await (await get('/projects/blog/metrics')).text()).trim()).toContain('conductor_tasks')
    for (const page of ['/projects/blog/board', '/projects/blog/plan', '/projects/nope/board'])
      expect((await get(page)).headers.get('content-type')).toContain('text/html')
    const heard = listen(link, '/api/projects/blog/live', cookie, { type: 'follow', known: null })
    await until('the run of blog comes', () => heard.some(({ type }) => type === 'snapshot'))
    expect(heard[1]).toMatchObject({ type: 'snapshot', run: { id: '1' } })
    // The ask goes to the coordinator of that repository, which is started for it.
    const approved = await json(post('/api/projects/blog/runs/current/tasks/page/approve', {}))
    expect(approved).toMatchObject({ status: 200, affected: ['page'] })
    await until('it has landed there', () => blog.landed('page.txt') === 'page', 30)
    const changes = () =>
      heard.flatMap((message) =>
        message.type === 'events' ? message.events.map(({ type }) => type) : [],
      )
    await until('its worktree has come and gone', () => changes().includes('worktree-released'))
    expect(changes()).toEqual(expect.arrayContaining(['worktree-opened', 'task-landed']))
    expect(existsSync(join(shop.path, '.conductor', 'conductor.db'))).toBe(false)
    // Eight workspaces in two repositories.
    for (const name of ['one', 'two', 'three'])
      for (const { git } of [shop, blog])
        git('worktree', 'add', '--quiet', `../worktree-${name}`, '-b', name)
    const lists = ['/projects/shop/worktrees', '/projects/blog/worktrees'].map((path) =>
      json(get(path)).then(({ worktrees }) => worktrees.map((row: Row) => row.branch_name)),
    )
    const four = ['main', 'one', 'three', 'two']
    expect(await Promise.all(lists)).toEqual([four, four])
    const { trees } = await json(get('/api/tracker'))
    expect(Object.keys(trees)).toEqual(['blog', 'shop'])
  })

  it('has one queue over all repositories, and tells its browsers of every change', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    await using site = ada.repository('site')
    for (const place of [shop, blog]) await place.conductor('run', 'tasks.yaml', '--no-ui')
    const { get, link, cookie } = await serving(shop)
    const { attention } = await json(get('/api/attention?project=all'))
    expect(attention).toMatchObject([
      { project: 'shop', run: '1', task: 'page', kind: 'needs-human', urgent: true },
      { project: 'blog', run: '1', task: 'page' },
    ])
    expect(attention[1].ways[0].command).toBe(`cd ${blog.path} && conductor approve page`)
    expect((await json(get('/api/attention'))).attention).toMatchObject([{ project: 'shop' }])
    const heard = listen(link, '/api/live', cookie, { type: 'watch-projects' })
    const told = () => heard.findLast((message) => message.type === 'projects')
    await until('all are told', () => told()?.projects.length === 2)
    await site.conductor('projects', 'add')
    await until('a new one is told', () => told()?.projects.length === 3)
    await blog.conductor('skip', 'page')
    const needs = () => told()?.projects.map(({ id, needs_you }) => `${id} ${needs_you}`)
    await until('nothing waits there', () => needs()?.join() === 'blog 0,shop 1,site 0', 30)
  })

  it('tells live runs in two repositories apart, and what both need is in one queue', async () => {
    const ada = user()
    const held = (name: string) =>
      `tasks:\n  - {id: ${name}, run: 'until [ -e ../go ]; do sleep 0.05; done'}\n  - {id: page, run: "echo ${name} > page.txt", needs_human: true}\n`
    await using shop = ada.repository('shop', { 'tasks.yaml': held('cart') })
    await using blog = ada.repository('blog', { 'tasks.yaml': held('feed') })
    const runs = [shop, blog].map((place) => place.begin('run', 'tasks.yaml', '--no-ui'))
    for (const [i, task] of ['cart', 'feed'].entries()) await runs[i]!.says(`${task}  started`)
    const { get, post, link, cookie } = await serving(shop)
    expect((await json(get('/api/projects'))).projects).toMatchObject([
      { id: 'blog', run: { id: '1', status: 'running', total: 2 }, needs_you: 1 },
      { id: 'shop', run: { id: '1', status: 'running', total: 2 }, needs_you: 1 },
    ])
    const tasksOf = async (path: string) =>
      (await json(get(`${path}/runs/current/tasks`))).tasks.map((task: { id: string }) => task.id)
    expect(await tasksOf('/api')).toEqual(['cart', 'page'])
    expect(await tasksOf('/api/projects/blog')).toEqual(['feed', 'page'])
    const needs = async () =>
      (await json(get('/api/attention?project=all'))).attention.map(
        ({ project, task }: { project: string; task: string }) => `${project} ${task}`,
      )
    expect((await needs()).toSorted()).toEqual(['blog page', 'shop page'])
    const heard = listen(link, '/api/projects/blog/live', cookie, { type: 'follow', known: null })
    await until('the run of blog comes', () => heard.some(({ type }) => type === 'snapshot'))
    await post('/api/projects/blog/runs/current/tasks/page/approve', {})
    await until('it has landed there', () => blog.landed('page.txt') === 'feed', 30)
    expect(shop.landed('page.txt')).toBeNull()
    expect(await needs()).toEqual(['shop page'])
    for (const place of [shop, blog]) place.write('../go', '')
    expect((await runs[1]!.done).code).toBe(0)
    expect((await runs[0]!.done).code).toBe(1)
    const told = () => JSON.stringify(heard)
    await until('the end of blog is told', () => told().includes('run-ended'))
    expect(told()).not.toContain('cart')
  })

  it('adds and forgets by the API, and refuses what cannot be', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    const { get, post, remove } = await serving(shop)
    mkdirSync(join(blog.path, 'src'))
    const added = await json(post('/api/projects', { folder: join(blog.path, 'src') }))
    expect(added).toMatchObject({ status: 201, id: 'blog', folder: blog.path, state: 'ok' })
    expect(ada.listed()).toEqual(['blog.json', 'shop.json'])
    expect(await json(get('/api/projects/blog'))).toMatchObject({ status: 200, id: 'blog' })
    for (const wrong of ['blog', '/not/there', '', '~nobody', '/etc/passwd'])
      expect(await json(post('/api/projects', { folder: wrong }))).toMatchObject({ status: 422 })
    expect(await json(remove('/api/projects/shop'))).toMatchObject({ status: 409 })
    expect(await json(remove('/api/projects/blog'))).toMatchObject({ status: 200, deleted: false })
    expect(await json(get('/api/projects/blog/runs'))).toMatchObject({ status: 404 })
    expect(await json(remove('/api/projects/blog'))).toMatchObject({ error: 'unknown_project' })
    expect(existsSync(join(blog.path, 'tasks.yaml'))).toBe(true)
    // A plain folder is looked at without a trace.
    await using plain = ada.folder()
    const { id } = await json(post('/api/projects', { folder: plain.path }))
    for (const path of ['runs', 'session', 'plan', 'tracker', 'worktrees'])
      await get(`/api/projects/${id}/${path}`)
    await post(`/api/projects/${id}/suggest-parallelization/use`, { event: 'clicked' })
    expect(readdirSync(plain.path)).toEqual([])
  })

  it('serves the others when one is broken or gone, and says what is wrong with it', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    await using site = ada.repository('site')
    for (const place of [blog, site]) await place.conductor('run', 'tasks.yaml', '--no-ui')
    const { get } = await serving(shop)
    expect((await get('/api/projects/site/runs')).status).toBe(200)
    for (const end of ['-wal', '-shm'])
      rmSync(join(blog.path, '.conductor', `conductor.db${end}`), { force: true })
    writeFileSync(join(blog.path, '.conductor', 'conductor.db'), 'this is no database'.repeat(99))
    renameSync(site.path, `${site.path}-away`)
    const { projects } = await json(get('/api/projects'))
    expect(projects).toMatchObject([
      { id: 'blog', state: 'broken', run: null },
      { id: 'shop', state: 'ok' },
      { id: 'site', state: 'missing' },
    ])
    expect(await json(get('/api/projects/blog/runs'))).toMatchObject({ error: 'project_broken' })
    expect(await json(get('/api/projects/site/runs'))).toMatchObject({ error: 'project_missing' })
    expect(await json(get('/api/runs'))).toMatchObject({ status: 200, runs: [] })
    renameSync(`${site.path}-away`, site.path)
    expect(await json(get('/api/projects/site/runs'))).toMatchObject({ status: 200 })
  })

  it('is a plain hub outside of a repository, and writes nothing there', async () => {
    const ada = user()
    await using blog = ada.repository('blog')
    await using elsewhere = ada.folder()
    await blog.conductor('projects', 'add')
    const { get, post, link } = await serving(elsewhere)
    expect((await elsewhere.conductor('open', '--print')).stdout).toBe(`${link}\n`)
    expect(await json(get('/api/projects'))).toMatchObject({
      current: null,
      folder: elsewhere.path,
      projects: [{ id: 'blog', is_current: false }],
    })
    expect(await json(get('/api/projects/blog/plan'))).toMatchObject({ project_id: 'blog' })
    expect(Object.keys((await json(get('/api/tracker'))).trees)).toEqual(['blog'])
    expect(await json(get('/api/runs'))).toMatchObject({ status: 200, runs: [] })
    const refused = await json(post('/api/planning', { requirements: 'A shop' }))
    expect(refused).toMatchObject({ status: 409, error: 'no_project' })
    expect(readdirSync(elsewhere.path)).toEqual([])
  })

  it('serves one repository only if that is wanted', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    await blog.conductor('projects', 'add')
    const { get, post } = await serving(shop, '--only')
    expect(ids(await json(get('/api/projects')))).toEqual(['shop'])
    expect((await get('/api/projects/blog/runs')).status).toBe(404)
    expect((await post('/api/projects', { folder: blog.path })).status).toBe(409)
  })

  it('lets nobody near another repository without the link, or from another page', async () => {
    const ada = user()
    await using shop = ada.repository('shop')
    await using blog = ada.repository('blog')
    await blog.conductor('projects', 'add')
    const { link, get, cookie } = await serving(shop)
    const stranger: Visitor = visitor(link, '')
    const paths = ['/api/projects', '/api/projects/blog/runs', '/projects/blog/worktrees']
    for (const path of [...paths, '/api/projects/blog/health', '/projects/blog/metrics']) {
      expect((await stranger.get(path)).status).toBe(401)
      expect((await get(path, { origin: 'http://evil.example' })).status).toBe(403)
      expect(await statusAsHost('evil.example', new URL(path, link), cookie)).toBe(403)
    }
    const socket = new WebSocket(new URL('/api/projects/blog/live', link.replace('http', 'ws')))
    const refusal = await new Promise<string>((resolve) =>
      socket.on('error', ({ message }) => resolve(message)),
    )
    expect(refusal).toContain('401')
    for (const id of ['..%2f..%2fetc', '%2fetc', 'shop%00', '%zz', 'SHOP'])
      expect([id, (await get(`/api/projects/${id}/runs`)).status]).toEqual([id, 404])
  })
})
