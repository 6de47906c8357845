import { execFileSync } from 'node:child_process'
import { appendFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'
import { fingerprintOf } from '../repository/fingerprint.ts'

const PLAN = `
config: {parallel: 3, check: "! test -e bad.txt"}
tasks:
  - {id: a, run: "echo a > list.txt; git stash list; sleep 0.3"}
  - {id: b, run: "echo b > list.txt; rm README.md; git add -A; git commit -qm b; sleep 0.5"}
  - {id: bad, run: "echo bad > bad.txt"}
  - {id: fails, run: "echo half > half.txt; exit 1"}
  - {id: slow, run: "echo slow > slow.txt; sleep 1.5"}
  - {id: after, dependencies: [slow], run: "cat slow.txt > after.txt"}
`

it('[W3] never touches the checkout of the user: not a byte, before, during or after conflicts and crashes', async () => {
  await using shop = repository({
    'README.md': 'hello\n',
    'list.txt': 'begin\n',
    'deep/er/file.txt': 'x\n',
    'tasks.yaml': PLAN,
    '.gitignore': 'ignored.log\n',
  })
  shop.write('README.md', 'stashed\n')
  shop.git('stash')
  shop.write('README.md', 'changed, not added\n')
  shop.write('staged.txt', 'staged\n')
  shop.git('add', 'staged.txt')
  shop.write('untracked.txt', 'mine\n')
  shop.write('ignored.log', 'mine, too\n')
  symlinkSync('deep/er', join(shop.path, 'link'))
  shop.git('branch', 'mine')
  shop.git('tag', 'v1')
  shop.git('config', 'alias.mine', 'status')
  const before = fingerprintOf(shop.path)
  const unchanged = (): void => expect(fingerprintOf(shop.path)).toEqual(before)

  const running = shop.start('run', 'tasks.yaml')
  await running.says('slow  started')
  for (let look = 0; look < 8; look++) {
    unchanged()
    await sleep(60)
  }
  running.signal('SIGKILL')
  await running.done
  unchanged()
  const { code, stdout } = await shop.conductor('resume')
  unchanged()
  expect(code).toBe(1)
  expect(stdout).toContain('needs you')
  await shop.conductor('reject', 'bad', 'no bad files')
  await shop.conductor('cancel', 'b')
  await shop.conductor('retry', 'fails')
  await shop.conductor('diff', 'a')
  await shop.conductor('worktrees')
  await shop.conductor('prune')
  unchanged()
  expect(shop.landed('after.txt')).toBe('slow')
  // The fingerprint is exact: it sees one more byte.
  appendFileSync(join(shop.path, 'untracked.txt'), 'x')
  expect(fingerprintOf(shop.path)).not.toEqual(before)
  execFileSync('git', ['stash', 'drop', '--quiet'], { cwd: shop.path })
  expect(fingerprintOf(shop.path)['git stash']).not.toEqual(before['git stash'])
})
