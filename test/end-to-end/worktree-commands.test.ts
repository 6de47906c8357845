import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, killNow, processesOf, repository } from '../conductor.ts'
import { readIn, writeIn } from '../repository/git-in.ts'
import { until } from '../until.ts'

it('lists worktrees and has nothing to prune where there are none of ours', async () => {
  await using shop = repository({ 'a.txt': 'a\n' })
  shop.git('worktree', 'add', '--quiet', '-b', 'theirs', join(shop.path, '..', 'theirs'))
  const listed = (await shop.conductor('worktrees')).stdout.split('\n')
  expect(listed[0]).toMatch(/^folder +branch +task +state +commits +files +disk$/)
  expect(listed[1]).toMatch(/^\. +main +checkout +\+0 -0 +clean +\d/)
  expect(listed[2]).toMatch(/^\.\.\/theirs +theirs +foreign +\+0 -0 +clean +\d/)
  const pruned = await shop.conductor('prune', '--dry-run')
  expect(pruned).toMatchObject({ code: 0, stdout: 'Would remove 0 folders, 0 branches, 0 B.\n' })
  expect(await shop.json('prune')).toEqual({
    removed: [],
    kept: [],
    branches: [],
    bytes: 0,
    dry_run: false,
  })
})

it('keeps what has not landed and says why; after it was merged, prune removes it', async () => {
  await using shop = repository({
    'tasks.yaml': `
tasks:
  - {id: bad, run: "echo half > half.txt; echo $CONDUCTOR_PORT > ../port; exit 1"}
  - {id: good, run: "echo good > good.txt"}
`,
  })
  expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(1)
  const worktree = `${shop.path}-task-bad`
  const rows = (await shop.conductor('worktrees')).stdout
  expect(rows).toMatch(/\.\.\/shop-task-bad +task-bad +bad \(run 1\) +kept +\+1 -2 +clean/)
  const port = Number(readIn(dirname(shop.path), 'port'))
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect((await shop.conductor('worktrees')).stdout).toContain(
    `http://localhost:${port} is served from ../shop-task-bad`,
  )
  const all: readonly { readonly path: string; readonly ports: unknown }[] =
    await shop.json('worktrees')
  expect(all.map(({ ports }) => ports)).toEqual([[], [port]])
  server.close()
  const kept = (await shop.conductor('prune')).stdout
  expect(kept).toContain('../shop-task-bad stays: ')
  expect(existsSync(worktree)).toBe(true)
  shop.git('merge', '--quiet', '--no-edit', 'task-bad')
  const dry = (await shop.conductor('prune', '--dry-run')).stdout
  expect(dry).toContain('Would remove 1 folder, 1 branch')
  expect(existsSync(worktree)).toBe(true)
  const removed = (await shop.conductor('prune')).stdout
  expect(removed).toContain('Removed 1 folder, 1 branch')
  expect(existsSync(worktree)).toBe(false)
  expect(shop.git('branch', '--format=%(refname:short)')).toBe('conductor/run-1\nmain')
})

it('removes what has been merged as one commit for all, and keeps its own commits in rescue', async () => {
  await using shop = repository({
    'tasks.yaml':
      'tasks: [{id: a, run: "echo 1 > a.txt; git add .; git commit -qm 1; echo 2 >> a.txt; exit 1"}]\n',
  })
  await shop.conductor('run', 'tasks.yaml')
  const tip = shop.git('rev-parse', 'task-a')
  shop.git('merge', '--quiet', '--squash', 'task-a')
  shop.git('commit', '--quiet', '--message=all of it')
  expect((await shop.conductor('prune')).stdout).toContain('Removed 1 folder, 1 branch')
  expect(shop.git('for-each-ref', '--contains', tip, 'refs/conductor')).toContain('task-a/1')
})

it('removes rooms that a coordinator which was killed has left', async () => {
  await using shop = repository({
    'tasks.yaml': 'config: {check: "sleep 20"}\ntasks: [{id: a, run: "echo a > a.txt"}]\n',
  })
  const running = shop.start('run', 'tasks.yaml')
  await running.says('being checked')
  await until('a room', () => existsSync(`${shop.path}-check-1`))
  expect((await shop.conductor('worktrees')).stdout).toMatch(/shop-check-1 +\(no branch\) +check/)
  expect((await shop.conductor('prune')).stdout).not.toContain('shop-check-1')
  running.signal('SIGKILL')
  await running.done
  expect((await shop.conductor('prune')).stdout).toContain('shop-check-1')
  expect(existsSync(`${shop.path}-check-1`)).toBe(false)
  expect(shop.git('worktree', 'list')).not.toContain('check-1')
  processesOf(shop.path).forEach(killNow)
})

it('says that there are no worktrees outside of a repository', async () => {
  await using place = folder()
  const { code, stderr } = await place.conductor('worktrees')
  expect(code).toBe(2)
  expect(stderr).toContain('there are no worktrees here')
})

it('[W22] makes a worktree for a person, and [W23] removes it without losing what is in it', async () => {
  await using shop = repository({
    'a.txt': 'a\n',
    '.gitignore': '.env\n',
    '.worktreeinclude': '.env',
  })
  shop.write('.env', 'KEY=1\n')
  const path = `${shop.path}-fix-login`
  const made = await shop.conductor('worktrees', 'add', 'fix-login')
  expect(made.code).toBe(0)
  expect(made.stdout).toMatch(/^Made \.\.\/shop-fix-login on branch fix-login, from HEAD/)
  expect(readIn(path, '.env')).toBe('KEY=1\n')
  expect((await shop.conductor('worktrees')).stdout).toMatch(/fix-login +fix-login +manual +\+0 -0/)
  expect((await shop.conductor('prune')).stdout).toContain(
    '../shop-fix-login stays: it was made by',
  )
  const again = await shop.conductor('worktrees', 'add', 'fix-login')
  expect(again).toMatchObject({ code: 2, stdout: '' })
  expect(again.stderr).toContain('branch fix-login is checked out in')
  writeIn(path, 'new.txt', 'new\n')
  const removed = await shop.conductor('worktrees', 'remove', '../shop-fix-login')
  expect(removed.stdout).toContain('Its branch fix-login stays: it has work that has not landed.')
  expect(existsSync(path)).toBe(false)
  expect(shop.git('show', 'fix-login:new.txt')).toBe('new')
  expect(shop.git('status', '--porcelain')).toBe('')
})

it('[W22] answers programs with one document, where it was done and where it was not', async () => {
  await using shop = repository({ 'a.txt': 'a\n' })
  const path = `${shop.path}-x`
  const base = shop.git('rev-parse', 'HEAD')
  shop.git('tag', 'v1')
  const made = await shop.json('worktrees', 'add', 'x', '--from', 'v1')
  expect(made).toEqual({ lane: 'x', path, branch: 'x', base, notes: [] })
  expect(await shop.json('worktrees', 'add', 'x')).toMatchObject({ error: 'refused' })
  expect(await shop.json('worktrees', 'add', 'y', '--from', 'v2')).toEqual({
    error: 'refused',
    message: 'there is no commit "v2"',
    hint: 'the name of a branch, a tag or a commit is needed',
  })
  expect(await shop.json('worktrees', 'remove', 'x')).toMatchObject({
    path,
    lane: 'x',
    branch: 'x',
    branch_stays: false,
    notes: [],
  })
  expect(await shop.json('worktrees', 'remove', 'x')).toMatchObject({
    hint: 'see `conductor worktrees`',
  })
  expect(shop.git('branch', '--format=%(refname:short)')).toBe('main')
})

it('[W23] does not remove what a run works in, and what it needs no more is there for it when it goes on', async () => {
  await using shop = repository({
    'tasks.yaml':
      'tasks: [{id: a, run: "echo a > a.txt; while ! test -e ../go; do sleep 0.1; done"}]\n',
  })
  const running = shop.begin('run', 'tasks.yaml')
  await until('a worktree', () => existsSync(`${shop.path}-task-a/a.txt`))
  const refused = await shop.conductor('worktrees', 'remove', 'task-a')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('run 1 is being conducted, and')
  running.signal('SIGINT')
  expect((await running.done).code).toBe(130)
  expect((await shop.conductor('worktrees', 'remove', 'task-a')).stdout).toContain('task-a stays')
  expect(existsSync(`${shop.path}-task-a`)).toBe(false)
  writeIn(dirname(shop.path), 'go', '')
  expect((await shop.conductor('resume')).code).toBe(0)
  expect(shop.landed('a.txt')).toBe('a')
})

it('worktrees open says how the work of a task that failed can land, and that works', async () => {
  await using shop = repository({
    'tasks.yaml': 'tasks: [{id: failing, run: "echo x > x.txt; exit 1"}]\n',
  })
  expect((await shop.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
  const opened = await shop.conductor('worktrees', 'open', 'failing')
  expect(opened.stdout).toContain('Land it:   conductor merge failing')
  expect((await shop.conductor('merge', 'failing', '--no-ui')).code).toBe(0)
  expect(shop.landed('x.txt')).toBe('x')
})
