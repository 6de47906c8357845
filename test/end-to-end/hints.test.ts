/** The commands that a run prints as hints work when they are typed, with odd names and without a coordinator. */
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BIN, repository, type RepositoryFolder } from '../conductor.ts'

/** Runs lines in a shell that finds `conductor`, as the user's shell does. */
function typeIn({ path, write }: RepositoryFolder): (line: string) => number | null {
  write('../bin/conductor', `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`)
  chmodSync(join(path, '../bin/conductor'), 0o755)
  const PATH = `${join(path, '../bin')}:${process.env['PATH']}`
  const env = { ...process.env, PATH, HOME: path }
  return (line) => spawnSync('sh', ['-c', line], { cwd: path, env, stdio: 'ignore' }).status
}

it('a hint is quoted for a shell, and goes on with a run that no coordinator conducts', async () => {
  await using shop = repository({
    'tasks.yaml': `
tasks:
  - {id: a, run: "echo a > a.txt"}
  - {id: "-b", needs_human: true, run: "echo b > b.txt"}
  - {id: c, needs_human: true, run: "echo c > c.txt"}
`,
  })
  shop.git('checkout', '-q', '-b', "it's&odd;$(id)")
  const { code, stdout } = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(code).toBe(1)
  const type = typeIn(shop)
  const hint = (start: string): string =>
    stdout
      .split('\n')
      .map((line) => line.replace(/^(Look at the result|Take it): +/, '').trim())
      .find((line) => line.startsWith(start))!
      .split(/ {4,}/)[0]!
  expect(hint('git diff')).toContain("'\\''")
  expect(type(hint('git diff'))).toBe(0)
  expect(hint('conductor skip')).toBe('conductor skip -- -b')
  expect(type(hint('conductor skip'))).toBe(1)
  expect(await shop.json('report')).toMatchObject({ tasks: { skipped: 1, landed: 1 } })
  expect(type(hint('conductor approve c'))).toBe(1)
  expect(shop.landed('c.txt')).toBe('c')
  expect(type(`${hint('conductor take')} --merge`)).toBe(0)
  expect(shop.git('show', 'HEAD:a.txt')).toBe('a')
})

it('the hint about a conflict begins the merge in the worktree, also when that folder is gone', async () => {
  await using shop = repository(
    {
      'list.txt': 'begin\n',
      'tasks.yaml': `
config: {land: {review: true}}
tasks:
  - {id: a, run: "echo a > list.txt"}
  - {id: b, run: "echo b > list.txt"}
`,
    },
    { below: 'my shop' },
  )
  const type = typeIn(shop)
  await shop.conductor('run', 'tasks.yaml', '--no-ui')
  await shop.conductor('approve', 'a')
  const { stdout } = await shop.conductor('approve', 'b')
  const hint = /once you have resolved it in its worktree \((.*)\)$/m.exec(stdout)![1]!
  const worktree = `${shop.path}-task-b`
  for (const isGone of [false, true]) {
    if (isGone) shop.git('worktree', 'remove', '--force', worktree)
    expect(type(hint)).toBe(1)
    expect(shop.git('-C', worktree, 'diff', '--name-only', '--diff-filter=U')).toBe('list.txt')
    expect(shop.git('log', '--format=%s', 'main')).toBe('first')
    expect(shop.git('status', '--porcelain', '--untracked-files=no')).toBe('')
  }
})
