import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'
import { gitIn, writeIn } from '../repository/git-in.ts'
import { until } from '../until.ts'

it('says whether what needs you would land, and moves nothing', async () => {
  await using shop = repository({
    'list.txt': 'milk\n',
    'tasks.yaml': `
config: {parallel: 2, check: "! grep -q rotten list.txt"}
tasks:
  - {id: bread, run: "echo bread > list.txt"}
  - {id: eggs, run: "echo eggs > list.txt; while ! test -e ../go; do sleep 0.1; done"}
`,
  })
  const running = shop.begin('run', 'tasks.yaml')
  await running.says(/bread {2}landed/)
  writeIn(dirname(shop.path), 'go', '')
  expect((await running.done).code).toBe(1)
  const refs = shop.git('for-each-ref')
  const conflict = await shop.conductor('merge', '--check')
  expect(conflict).toMatchObject({
    code: 1,
    stdout: 'eggs  conflicts with conductor/run-1 in list.txt\n',
  })
  const worktree = `${shop.path}-task-eggs`
  expect(() => gitIn(worktree, 'merge', '--quiet', 'conductor/run-1')).toThrow('git merge')
  writeIn(worktree, 'list.txt', 'bread\nrotten eggs\n')
  const red = await shop.conductor('merge', '--check', 'eggs')
  expect(red.code).toBe(1)
  expect(red.stdout).toMatch(/^eggs {2}merges cleanly into conductor\/run-1, but the check failed/)
  writeIn(worktree, 'list.txt', 'bread\neggs\n')
  const tried = await shop.json('merge', '--check', 'eggs')
  expect(tried).toMatchObject({
    run: '1',
    target: 'conductor/run-1',
    would_land: true,
    tasks: [
      {
        task: 'eggs',
        of: 'worktree',
        onto: shop.git('rev-parse', 'conductor/run-1'),
        merges_cleanly: true,
        conflicts: [],
        check: 'passed',
        command: '! grep -q rotten list.txt',
      },
    ],
  })
  expect(shop.git('for-each-ref')).toBe(refs)
  expect(gitIn(worktree, 'status', '--porcelain')).toBe('UU list.txt')
  expect((await shop.conductor('merge', 'eggs')).code).toBe(0)
  expect(shop.landed('list.txt')).toBe('bread\neggs')
  expect((await shop.conductor('merge', '--check')).stdout).toContain('Nothing waits')
}, 60_000)

it('tries a task that is at work while the run goes on, in a room of its own', async () => {
  await using shop = repository({
    'tasks.yaml': `
config: {check: "test -e a.txt && echo seen by $CONDUCTOR_RUN"}
tasks: [{id: a, run: "echo a > a.txt; while ! test -e ../go; do sleep 0.1; done"}]
`,
  })
  const running = shop.begin('run', 'tasks.yaml')
  await until('work', () => existsSync(`${shop.path}-task-a/a.txt`))
  const tried = await shop.conductor('merge', '--check', 'a')
  expect(tried.code).toBe(0)
  expect(tried.stdout).toMatch(/^a {2}merges cleanly into conductor\/run-1, and the check passed/)
  writeIn(dirname(shop.path), 'go', '')
  expect((await running.done).code).toBe(0)
  expect(shop.landed('a.txt')).toBe('a')
  expect(shop.git('worktree', 'list').split('\n')).toHaveLength(1)
}, 60_000)

it('stops in good order, and says what cannot be tried', async () => {
  await using shop = repository({
    'tasks.yaml': `
config: {check: "echo on; sleep 60", land: {review: true}}
tasks:
  - {id: a, run: "echo a > a.txt"}
  - {id: nothing, run: "true"}
  - {id: fails, run: "exit 3"}
`,
  })
  expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(1)
  const trying = shop.begin('merge', '--check')
  await until('a room', () => existsSync(`${shop.path}-check-1/a.txt`))
  trying.signal('SIGINT')
  expect(await trying.done).toMatchObject({ code: 130, stdout: '' })
  expect(existsSync(`${shop.path}-check-1`)).toBe(false)
  for (const task of ['nothing', 'fails']) {
    const nothing = await shop.conductor('merge', '--check', task)
    expect(nothing.code).toBe(2)
    expect(nothing.stderr).toContain(`"${task}" has not changed anything`)
  }
}, 60_000)
