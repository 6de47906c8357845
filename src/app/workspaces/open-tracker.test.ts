import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { orbsOf } from '../../core/workspace/orbs.ts'
import { nodesOf } from '../../core/workspace/tracker-of.ts'
import type { Tracker, TreeNode } from '../../core/workspace/tracker.ts'
import { countingGit } from '../../../test/repository/counting-git.ts'
import { canMount, useSmallDisk } from '../../../test/repository/small-disk.ts'
import { tempRepository, type TempRepository } from '../../../test/repository/temp-repository.ts'
import { githubServer, toldPull } from '../../../test/scripted/github-server.ts'
import { appDatabase } from '../../../test/workspace/app-database.ts'
import { openRepositoryLock } from '../../git/call/repository-lock.ts'
import { keptMarks } from '../../workspaces/kept-marks.ts'
import { findWorkspace } from '../place/workspace.ts'
import { openTracker, type OpenTracker } from './open-tracker.ts'

beforeEach(() => {
  for (const name of ['GITHUB_TOKEN', 'GH_TOKEN', 'GH_HOST']) vi.stubEnv(name, undefined)
})
afterEach(() => vi.unstubAllEnvs())

type Named = readonly [string, TempRepository]

const trackerOn = (...repositories: readonly Named[]): OpenTracker => trackerAt(null, repositories)

/** As a server that was started there has it; null: in the first repository. */
function trackerAt(place: string | null, repositories: readonly Named[]): OpenTracker {
  const here = place === null ? null : findWorkspace(place)
  const projects = repositories.map(([project, { root }]) => ({
    project,
    workspace: findWorkspace(root),
  }))
  const tracker = openTracker(() => projects, here ?? projects[0]!.workspace)
  onTestFinished(() => tracker[Symbol.dispose]())
  return tracker
}

/** Branches without a checkout, each with commits of its own, one after another with a single start of git. */
function branches(repository: TempRepository, ...lines: readonly string[]): void {
  const at = Math.floor(Date.now() / 1000)
  const commands = lines.flatMap((line) => {
    const [name = '', from = 'refs/heads/main'] = line.split(' on ')
    return [
      `commit refs/heads/${name}`,
      `committer Ann <ann@example.com> ${at} +0000`,
      `data 5\nwork\n`,
      `from ${from}`,
      `M 100644 inline ${name.replaceAll('/', '-')}.txt\ndata 1\nx\n`,
    ]
  })
  writeFileSync(join(repository.root, '..', 'import'), `${commands.join('\n')}\n`)
  repository.git('-c', 'alias.load=!git fast-import --quiet < ../import', 'load')
}

const node = (tracker: Tracker, repository: string, branch: string): TreeNode =>
  nodesOf(tracker.trees[repository]!).find((each) => each.branch === branch)!

const settings = (repository: TempRepository, text: string): void => {
  mkdirSync(join(repository.root, '.conductor'), { recursive: true })
  appendFileSync(join(repository.root, '.conductor', 'config.yaml'), text)
}

describe('the tracker', () => {
  it('has sixty workspaces after six calls of git, and starts none while nothing changes', async () => {
    const repository = tempRepository()
    const stacked = (n: number): string => (n % 3 === 0 ? '' : ` on refs/heads/b${n - 1}`)
    branches(repository, ...Array.from({ length: 60 }, (_, n) => `b${n}${stacked(n)}`))
    const refs = repository.git('for-each-ref')
    const tracker = trackerOn(['shop', repository])
    using calls = countingGit(join(repository.root, '..'))
    settings(repository, 'workspaces: { max_branches: 100 }\n')
    const begunAt = process.cpuUsage()
    const first = await tracker.read()
    const { user, system } = process.cpuUsage(begunAt)
    expect(orbsOf(first, Date.now())).toHaveLength(60)
    expect(node(first, 'shop', 'b2').parent_branch_name).toBe('b1')
    expect(node(first, 'shop', 'b2').commits_from_parent).toHaveLength(1)
    expect(calls.taken().toSorted()).toEqual([
      'config',
      'for-each-ref',
      'log',
      'remote',
      'rev-parse',
      'worktree',
    ])
    expect((user + system) / 1000).toBeLessThan(1000)
    await tracker.read()
    expect(calls.taken()).toEqual([])
    expect(repository.git('for-each-ref')).toBe(refs)
  })

  it('[WT-18] has a tree for each repository, and keeps what people record in it', async () => {
    const [shop, lib] = [tempRepository(), tempRepository()]
    branches(shop, 'api', 'web', 'ui', 'db', 'docs')
    branches(lib, 'core', 'parser', 'cli')
    const tracker = trackerOn(['shop', shop], ['lib', lib])
    const { trees } = await tracker.read()
    expect(Object.keys(trees)).toEqual(['shop', 'lib'])
    expect(Object.values(trees).map(({ children }) => children.length)).toEqual([5, 3])
    const block = { do: 'block', branch: 'api', reason: 'design review' } as const
    const depend = { do: 'depend', branch: 'api', on: 'lib:core' } as const
    expect(await tracker.mark('shop', block)).toEqual({ ok: true, isNew: true })
    expect(await tracker.mark('shop', block)).toEqual({ ok: true, isNew: false })
    expect(await tracker.mark('shop', depend)).toEqual({ ok: true, isNew: true })
    const back = await tracker.mark('lib', { do: 'depend', branch: 'core', on: 'shop:api' })
    expect(back).toMatchObject({ ok: false, is: 'refused' })
    const again = trackerOn(['shop', shop], ['lib', lib])
    expect(node(await again.read(), 'shop', 'api')).toMatchObject({
      blockers: ['design review'],
      depends_on: ['lib:core'],
    })
    await again.mark('shop', { ...block, do: 'unblock' })
    await again.mark('shop', { ...depend, do: 'undepend' })
    expect(node(await tracker.read(), 'shop', 'api')).toMatchObject({
      blockers: [],
      depends_on: [],
    })
    expect(shop.git('status', '--porcelain')).toBe('')
  })

  it('records one mark after another, also those of other processes', async () => {
    const shop = tempRepository()
    branches(shop, 'api')
    const home = join(shop.root, '.conductor')
    mkdirSync(home)
    const tracker = trackerOn(['shop', shop])
    const lock = openRepositoryLock(home)
    onTestFinished(() => lock.close())
    const recorded = async () => node(await tracker.read(), 'shop', 'api').blockers
    expect(await recorded()).toEqual([])
    const marking = await lock.hold(async () => {
      const begun = tracker.mark('shop', { do: 'block', branch: 'api', reason: 'ours' })
      for (let times = 0; times < 20; times++) expect(await recorded()).toEqual([])
      keptMarks(home).change({ do: 'block', branch: 'api', reason: 'theirs' })
      return { begun }
    })
    expect(await marking.begun).toEqual({ ok: true, isNew: true })
    expect(await recorded()).toEqual(['theirs', 'ours'])
  })

  it.skipIf(!canMount)(
    'leaves nothing behind when the disk is full, and says what to do',
    async () => {
      useSmallDisk('2m')
      const shop = tempRepository()
      branches(shop, 'api')
      const tracker = trackerOn(['shop', shop])
      const block = { do: 'block', branch: 'api', reason: 'x' } as const
      await tracker.mark('shop', block)
      const home = join(shop.root, '.conductor')
      const before = readdirSync(home)
      expect(() => writeFileSync(join(shop.root, 'filler'), Buffer.alloc(4 << 20))).toThrow(
        'ENOSPC',
      )
      const reply = await tracker.mark('shop', { ...block, reason: 'y'.repeat(300) })
      expect(reply).toMatchObject({
        ok: false,
        is: 'hindered',
        hint: 'make room on it, then try again',
      })
      expect(readdirSync(home)).toEqual(before)
    },
  )

  it.each([
    ['a damaged file', (file: string) => writeFileSync(file, '{ half')],
    ['a pipe that never ends', (file: string) => execFileSync('mkfifo', [file])],
    ['a circle of links', (file: string) => symlinkSync(file, file)],
  ])('leaves %s in the place of the marks alone and says so', async (_what, put) => {
    const shop = tempRepository()
    branches(shop, 'api')
    mkdirSync(join(shop.root, '.conductor'))
    put(join(shop.root, '.conductor', 'workspaces.json'))
    const tracker = trackerOn(['shop', shop])
    const { trees, notices } = await tracker.read()
    expect(notices[0]!.message).toContain('workspaces.json cannot be read')
    expect(trees['shop']!.children).toHaveLength(1)
    const reply = await tracker.mark('shop', { do: 'block', branch: 'api', reason: 'x' })
    expect(reply).toMatchObject({ ok: false, is: 'refused' })
  })

  it('[PR-10] [PR-11] [WT-17] merges pull requests and their checks with branches', async () => {
    await using github = await githubServer([
      toldPull({ number: 7, headRefName: 'api', title: 'The API' }, 'SUCCESS'),
      toldPull({ number: 8, headRefName: 'web', baseRefName: 'api' }, 'FAILURE'),
      toldPull({ number: 9, headRefName: 'ghost', baseRefName: 'web' }, 'PENDING'),
    ])
    vi.stubEnv('GITHUB_API_URL', github.api)
    vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com')
    vi.stubEnv('GITHUB_TOKEN', 'ghp_tokenOfATest0123456789')
    const shop = tempRepository()
    branches(shop, 'api', 'web')
    shop.git('remote', 'add', 'origin', 'https://github.com/acme/shop.git')
    const tracker = trackerOn(['shop', shop])
    const read = await tracker.read()
    expect(read.notices).toEqual([])
    expect(node(read, 'shop', 'api')).toMatchObject({
      name: 'The API',
      pr_number: 7,
      ci_status: 'pass',
      workspace_id: 'shop:api',
      github_url: 'https://github.com/acme/shop/pull/7',
    })
    expect(node(read, 'shop', 'web')).toMatchObject({
      parent_branch_name: 'api',
      ci_status: 'fail',
    })
    expect(node(read, 'shop', 'ghost')).toMatchObject({
      parent_branch_name: 'web',
      workspace_id: null,
      ci_status: 'pending',
    })
    await tracker.read()
    expect(github.asked).toHaveLength(1)
    github.answer = []
    expect(node(await tracker.read({ refreshCi: true }), 'shop', 'api').pr_number).toBeNull()
    expect(github.asked).toHaveLength(2)
  })

  it('says once for all repositories that there is no token, and nothing when nobody wants pull requests', async () => {
    vi.stubEnv('GH_CONFIG_DIR', '/nonexistent')
    const repositories = [tempRepository(), tempRepository()]
    for (const each of repositories) each.git('remote', 'add', 'origin', 'git@github.com:acme/shop')
    const named = repositories.map((each, n) => [`r${n}`, each] as const)
    const { notices } = await trackerOn(...named).read()
    expect(notices.map(({ message }) => message)).toEqual([
      'pull requests and their checks are not shown: there is no token for GitHub',
    ])
    for (const each of repositories) settings(each, 'workspaces: { pull_requests: none }\n')
    expect((await trackerOn(...named).read()).notices).toEqual([])
  })

  it('merges the workspaces of Conductor.app, and names repositories of it that are no projects', async () => {
    const [shop, other] = [tempRepository(), tempRepository()]
    branches(shop, 'ann/api')
    const file = join(shop.root, '..', 'conductor.db')
    appDatabase(file, 'old', {
      repos: [
        { id: 'r1', name: 'shop', root_path: shop.root },
        { id: 'r2', name: 'other', root_path: other.root },
      ],
      workspaces: [
        {
          id: 'w1',
          repository_id: 'r1',
          directory_name: 'berlin',
          branch: 'ann/api',
          state: 'ready',
        },
        { id: 'w2', repository_id: 'r2', directory_name: 'oslo', branch: 'x', state: 'ready' },
      ],
      sessions: [{ id: 's1', workspace_id: 'w1', status: 'working', model: 'opus' }],
    }).close()
    settings(shop, `workspaces: { conductor_app: ${JSON.stringify(file)} }\n`)
    const read = await trackerOn(['shop', shop]).read()
    expect(node(read, 'shop', 'ann/api')).toMatchObject({
      name: 'berlin',
      status: 'working',
      session_status: { status: 'working', model: 'opus' },
    })
    expect(read.session_statuses['shop:ann/api']!.status).toBe('working')
    expect(read.notices).toMatchObject([
      { hint: `to see them: conductor projects add ${other.root}` },
    ])
  })

  it('shows the branches of a repository whose store cannot be used, and all of the others', async () => {
    const named = ['shop', 'junk', 'newer', 'folder'].map(
      (name) => [name, tempRepository()] as const,
    )
    for (const [, each] of named) {
      branches(each, 'api')
      mkdirSync(join(each.root, '.conductor'))
    }
    const store = (at: number): string => join(named[at]![1].root, '.conductor', 'conductor.db')
    writeFileSync(store(1), 'junk '.repeat(1000))
    using newer = new DatabaseSync(store(2))
    newer.exec('pragma user_version = 999')
    mkdirSync(store(3))
    const tracker = trackerOn(...named)
    const { trees, notices } = await tracker.read()
    expect(Object.values(trees).map(({ children }) => children.length)).toEqual([1, 1, 1, 1])
    const texts = notices.map(({ repository, message }) => `${repository}: ${message}`)
    expect(texts.slice(0, 2)).toEqual([
      `junk: its runs could not be read: ${store(1)} is damaged or not a database`,
      expect.stringContaining('newer: its runs could not be read: '),
    ])
    expect((await tracker.mark('shop', { do: 'block', branch: 'api', reason: 'x' })).ok).toBe(true)
  })

  it('has the settings of the place where it was asked for, whatever its projects are called', async () => {
    const [shop, blog] = [tempRepository(), tempRepository()]
    settings(shop, 'workspaces: { stale: 7m, conductor_app: none }\n')
    settings(blog, 'workspaces: { stale: 9m, conductor_app: /not/there.db }\n')
    const named = [['blog', blog] as const, ['shop', shop] as const]
    const inShop = await trackerAt(shop.root, named).read()
    expect([inShop.stale_minutes, inShop.notices]).toEqual([7, []])
    const inBlog = await trackerAt(blog.root, named).read()
    expect([inBlog.stale_minutes, inBlog.notices.length]).toEqual([9, 1])
  })

  it('says what is wrong with a repository and shows the others', async () => {
    const [shop, gone] = [tempRepository(), tempRepository()]
    branches(shop, 'api')
    rmSync(gone.root, { recursive: true })
    settings(shop, 'workspaces: { stale: soon, max_branches: many }\n')
    const tracker = trackerOn(['shop', shop], ['gone', gone])
    const { trees, notices } = await tracker.read()
    expect(Object.keys(trees)).toEqual(['shop'])
    expect(notices.map(({ repository, message }) => `${repository}: ${message}`)).toEqual([
      expect.stringMatching(
        /^shop: its settings cannot be used: .*config\.yaml:1:\d+: "stale" must be a duration .*; 1 more$/,
      ),
      'gone: its folder is gone',
    ])
  })
})
