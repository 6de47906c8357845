import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder } from '../conductor.ts'

const git = (path: string, ...args: readonly string[]): string => {
  const who = ['-c', 'user.name=User', '-c', 'user.email=user@localhost']
  return execFileSync('git', [...who, ...args], { cwd: path, encoding: 'utf8' })
}

it('lists worktrees and has nothing to prune where there are none of ours', async () => {
  await using place = folder({ 'a.txt': 'a\n' }, { below: 'shop' })
  git(place.path, 'init', '--quiet', '--initial-branch=main')
  git(place.path, 'add', '--all')
  git(place.path, 'commit', '--quiet', '--message=first')
  git(place.path, 'worktree', 'add', '--quiet', '-b', 'theirs', join(place.path, '..', 'theirs'))
  const listed = await place.conductor('worktrees')
  expect(listed.stdout).toMatch(/^\. {2}main {2}checkout, .+\n\.\.\/theirs {2}theirs {2}foreign, /)
  const pruned = await place.conductor('prune', '--dry-run')
  expect(pruned).toMatchObject({ code: 0, stdout: 'Would remove 0 folders, 0 branches, 0 B.\n' })
  expect(await place.json('prune')).toEqual({
    removed: [],
    kept: [],
    branches: [],
    bytes: 0,
    dry_run: false,
  })
})

it('says that there are no worktrees outside of a repository', async () => {
  await using place = folder()
  const { code, stderr } = await place.conductor('worktrees')
  expect(code).toBe(2)
  expect(stderr).toContain('there are no worktrees here')
})
