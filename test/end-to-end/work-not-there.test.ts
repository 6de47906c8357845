/** Work that is not there must not count: folders that vanish, and rules that hide what was made. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'

it('[W24] a task whose folder vanished has failed, and what it had committed can be landed', async () => {
  await using shop = repository({
    'a.txt': 'a\n',
    'tasks.yaml': `
config: {parallel: 2}
tasks:
  - {id: silent, run: 'echo x > x.txt; rm -rf "$PWD"'}
  - {id: spoken, run: 'echo y > y.txt; git add -A; git commit -qm y; mv "$PWD" "$PWD-elsewhere"'}
  - {id: asked, run: 'echo z > z.txt; sleep 0.2'}
  - {id: behind, run: 'true', dependencies: [silent]}
`,
  })
  const ended = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(ended.code).toBe(1)
  expect(ended.stdout).toContain('1 of 4 tasks landed, 2 failed, 1 skipped')
  expect(ended.stdout).toMatch(/silent {2}failed: its folder .* was gone when it ended/)
  expect(ended.stdout).toContain('what it had committed is kept on branch task-spoken')
  expect(shop.git('ls-tree', '--name-only', 'conductor/run-1')).toBe('a.txt\ntasks.yaml\nz.txt')

  const folder = join(shop.path, '..', 'shop-task-spoken')
  const moved = await shop.conductor('merge', 'spoken', '--no-ui')
  expect(moved.stdout + moved.stderr).toContain(`mv ${join(folder)}-elsewhere`)
  rmSync(`${folder}-elsewhere`, { recursive: true })
  const merged = await shop.conductor('merge', 'spoken', '--no-ui')
  expect(merged.stdout).toContain('what it had delivered is landed')
  expect(shop.git('ls-tree', '--name-only', 'conductor/run-1')).toContain('y.txt')
  expect(existsSync(folder)).toBe(false)
})
