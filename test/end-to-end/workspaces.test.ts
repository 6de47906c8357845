/** `conductor workspaces`, and the workspaces that the server tells browsers about. */
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FromServer } from '../../src/server/live/messages.ts'
import type { Tracker } from '../../src/core/workspace/tracker.ts'
import { linkOf, visit } from '../browser/web-visit.ts'
import { repository, type RepositoryFolder } from '../conductor.ts'
import { until } from '../until.ts'

vi.setConfig({ testTimeout: 60_000 })

const PLAN = `tasks:
  - {id: page, run: "echo page > page.txt"}
  - {id: ask, run: "true", needs_human: true, dependencies: [page]}
`

const branch = (shop: RepositoryFolder, name: string, from: string): void => {
  shop.git('branch', name, from)
  const tree = shop.git('rev-parse', `${from}^{tree}`)
  const commit = shop.git('commit-tree', tree, '-p', from, '-m', `work on ${name}`)
  shop.git('update-ref', `refs/heads/${name}`, commit)
}

describe('conductor workspaces', () => {
  it('shows branches, worktrees and our own runs as one tree', async () => {
    await using shop = repository({ 'tasks.yaml': PLAN }, { below: 'shop' })
    branch(shop, 'feat/login', 'main')
    branch(shop, 'feat/reset', 'feat/login')
    await shop.conductor('run', 'tasks.yaml', '--no-ui')
    const { stdout, code } = await shop.conductor('workspaces', '--here')
    expect(code).toBe(0)
    expect(stdout.replaceAll(/ +\n/g, '\n')).toMatch(
      new RegExp(
        [
          '^1 stuck, feat/login holds up 1',
          '',
          'shop  main',
          String.raw`  \[ \] conductor/run-1  idle +(?:now|\d+\w) +run 1`,
          String.raw`  \[ \] feat/login       idle +(?:now|\d+\w)`,
          String.raw`    \[ \] feat/reset     idle +(?:now|\d+\w)`,
          String.raw`  \[!\] task-ask         stuck +ask; waiting: needs your approval to start`,
        ].join('\n'),
      ),
    )
    const tracker: Tracker = await shop.json('workspaces', '--here')
    const children = tracker.trees['shop']!.children
    expect(children.map((node) => [node.branch, node.task?.task ?? null])).toEqual([
      ['conductor/run-1', null],
      ['feat/login', null],
      ['task-ask', 'ask'],
    ])
    expect(children[1]!.children[0]!.commits_from_parent[0]!.message).toBe('work on feat/reset')

    // A result that was taken is nothing to work on any more, also when another run is the newest.
    await shop.conductor('skip', 'ask')
    await shop.conductor('take', '--branch', 'mine')
    const branches = async (): Promise<readonly string[]> =>
      ((await shop.json('workspaces', '--here')) as Tracker).trees['shop']!.children.map(
        (node) => node.branch,
      )
    expect(await branches()).toEqual(['feat/login', 'mine'])
    shop.write('later.yaml', 'tasks: [{id: later, run: echo 1 > later.txt}]\n')
    await shop.conductor('run', 'later.yaml', '--no-ui')
    expect(await branches()).toEqual(['conductor/run-2', 'feat/login', 'mine'])
  })

  it('records what blocks a workspace and what it depends on, and says how to take it back', async () => {
    await using shop = repository({}, { below: 'shop' })
    branch(shop, 'api', 'main')
    branch(shop, 'web', 'main')
    const blocked = await shop.conductor('workspaces', 'block', 'api', 'design review')
    expect(blocked.stdout).toBe(
      "api is blocked: design review\nTake it back:  conductor workspaces unblock shop:api 'design review'\n",
    )
    await shop.conductor('workspaces', 'depends', 'web', 'on', 'shop:api')
    const { stdout } = await shop.conductor('workspaces')
    expect(stdout).toContain('      blocked: design review\n')
    expect(stdout).toContain('      depends on shop:api\n')
    const circle = await shop.conductor('workspaces', 'depends', 'api', 'on', 'web')
    expect(circle).toMatchObject({ code: 2, stdout: '' })
    expect(circle.stderr).toContain(
      'they would depend on each other: shop:api -> shop:web -> shop:api',
    )
    await shop.conductor('workspaces', 'depends', '--remove', 'shop:web', 'on', 'shop:api')
    expect((await shop.conductor('workspaces', 'unblock', 'api')).stdout).toContain(
      "Take it back:  conductor workspaces block shop:api 'design review'",
    )
    expect((await shop.conductor('workspaces')).stdout).not.toMatch(/blocked|depends/)
    expect(shop.git('status', '--porcelain')).toBe('')
  })

  it('says what is wrong with what was typed, and changes nothing', async () => {
    await using shop = repository({}, { below: 'shop' })
    branch(shop, 'api', 'main')
    const said = async (...words: readonly string[]): Promise<string> => {
      const { code, stderr } = await shop.conductor('workspaces', ...words)
      return `${code} ${stderr}`
    }
    expect(await said('block', 'apu', 'x')).toMatch(/^2 .*no workspace "apu"\n.*did you mean "api"/)
    for (const named of ['toString:x', '__proto__:api', 'constructor:'])
      expect(await said('block', named, 'x')).toMatch(/^2 .*no workspace/)
    expect(await said('unblock', 'toString:x')).toMatch(/^2 .*nothing blocks/)
    expect(await said('block', 'api', ' ')).toMatch(/^2 .*the reason must be one line/)
    expect(await said('unblock', 'api')).toMatch(/^2 .*nothing blocks api/)
    expect(await said('depends', 'api', 'upon', 'x')).toMatch(/^2 .*named after the word "on"/)
    expect(await said('block', 'api')).toMatch(/^2 .*missing required argument/)
  })
})

describe('the server', () => {
  it('tells a browser about workspaces at once, and when they change', async () => {
    await using shop = repository({}, { below: 'shop' })
    branch(shop, 'api', 'main')
    const serving = shop.begin('serve', '--port', '0')
    const link = await linkOf(serving)
    const visitor = await visit(link)
    const answer = (await (await visitor.get('/api/tracker')).json()) as Tracker
    expect(answer.trees['shop']!.children.map((node) => node.branch)).toEqual(['api'])
    const { host, origin } = new URL(link)
    const socket = new WebSocket(`ws://${host}/api/live`, {
      headers: { cookie: visitor.cookie, origin },
    })
    const told: Tracker[] = []
    socket.on('open', () => socket.send('{"type":"watch-tracker"}'))
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as FromServer
      if (message.type === 'tracker') told.push(message.tracker)
    })
    const branches = (): readonly string[] =>
      told.at(-1)?.trees['shop']?.children.map((node) => node.branch) ?? []
    await until('it is told', () => branches().join() === 'api')
    branch(shop, 'web', 'main')
    await until('it is told of the new branch', () => branches().join() === 'api,web', 30)
    const blocker = { repository: 'shop', branch: 'web', reason: 'design review' }
    expect((await visitor.post('/api/tracker/blockers', blocker)).status).toBe(200)
    const isBlocked = () => told.at(-1)!.trees['shop']!.children[1]!.blockers.length === 1
    await until('it is told of the blocker', isBlocked, 30)
    socket.close()
    await serving.end()
  })
})
