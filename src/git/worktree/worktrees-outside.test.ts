import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitIn, readIn, writeIn } from '../../../test/repository/git-in.ts'
import {
  asking,
  never,
  opened,
  sealed,
  worktreePlace,
  type WorktreePlace,
} from '../../../test/repository/worktree-place.ts'
import type { Worktree, Worktrees } from '../../conduct/worktree-ports.ts'
import { openWorktreeRecords } from './worktree-record.ts'

interface Begun {
  readonly worktrees: Worktrees
  readonly worktree: Worktree
}

/** An open worktree with one file committed by us and one that is not committed. */
async function begun(place: WorktreePlace): Promise<Begun> {
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(worktree.path, 'sealed.txt', 'sealed\n')
  await sealed(worktrees, worktree)
  writeIn(worktree.path, 'loose.txt', 'loose\n')
  return { worktrees, worktree }
}

const again = async (place: WorktreePlace, start: 'fresh' | 'continue'): Promise<Worktree> =>
  opened((await place.worktrees()).open(asking('task-a', place.head(), { start }), never))

it('[W6] drops a worktree that was never handed to an agent, and makes it anew', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  const records = openWorktreeRecords(place.home)
  gitIn(worktree.path, 'reset', '--quiet', '--hard', place.head())
  records.write({ ...records.of(worktree.path)!, status: 'opening' })
  rmSync(join(worktree.path, 'a.txt'))
  const second = await again(place, 'continue')
  expect(second).toMatchObject({ path: worktree.path, branch: 'task-a', notes: [] })
  expect(readIn(second.path, 'a.txt')).toBe('a\n')
  expect(readIn(second.path, 'loose.txt')).toBe(null)
})

it('[W6] writes down what it knows of a worktree', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  expect(JSON.parse(readIn(place.home, 'worktrees/shop-task-a/worktree.json') ?? '')).toMatchObject(
    {
      lane: 'task-a',
      branch: 'task-a',
      path: worktree.path,
      run: '1',
      task: 'task-a',
      attempt: '1-task-a-1',
      base: place.head(),
      status: 'sealed',
    },
  )
})

it('[W17] makes a folder again that someone has deleted', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  rmSync(worktree.path, { recursive: true })
  const second = await again(place, 'continue')
  expect(readIn(second.path, 'sealed.txt')).toBe('sealed\n')
  expect(second.notes).toEqual([expect.stringContaining('was made again from branch task-a')])
})

it('[W17] goes on from what HEAD holds after someone has switched or detached it', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  gitIn(worktree.path, 'checkout', '--quiet', '--detach')
  gitIn(worktree.path, 'commit', '--quiet', '--allow-empty', '--message=detached')
  const head = gitIn(worktree.path, 'rev-parse', 'HEAD')
  const second = await again(place, 'continue')
  expect(gitIn(second.path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/task-a')
  expect(gitIn(second.path, 'merge-base', head, 'task-a')).toBe(head)
  expect(gitIn(second.path, 'show', 'task-a:loose.txt')).toBe('loose')
  expect(second.notes.length).toBeGreaterThan(0)
})

it('[W17] puts a switched worktree right when it starts afresh, and keeps both lines', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  const tip = place.head('task-a')
  gitIn(worktree.path, 'stash', '--quiet', '--include-untracked')
  gitIn(worktree.path, 'checkout', '--quiet', '--detach', place.head())
  gitIn(worktree.path, 'commit', '--quiet', '--allow-empty', '--message=detached')
  const detached = gitIn(worktree.path, 'rev-parse', 'HEAD')
  const second = await again(place, 'fresh')
  expect(gitIn(second.path, 'rev-parse', 'HEAD', 'task-a')).toBe(`${place.head()}\n${place.head()}`)
  const names = place.git('for-each-ref', '--format=%(refname)', 'refs/conductor').split('\n')
  const kept = place.git('rev-list', ...names).split('\n')
  expect(kept).toContain(tip)
  expect(kept).toContain(detached)
})

it('[W17] removes locks that a crashed git has left', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  const admin = gitIn(worktree.path, 'rev-parse', '--absolute-git-dir')
  for (const lock of ['index.lock', 'HEAD.lock']) writeIn(admin, lock, '')
  const second = await again(place, 'continue')
  expect(gitIn(second.path, 'show', 'task-a:loose.txt')).toBe('loose')
  expect(second.notes.join('\n')).toContain('index.lock')
  expect(second.notes.join('\n')).toContain('HEAD.lock')
})

it('[W17] tells git again of a folder it has forgotten', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  renameSync(worktree.path, `${worktree.path}.away`)
  place.git('worktree', 'prune')
  renameSync(`${worktree.path}.away`, worktree.path)
  const second = await again(place, 'continue')
  expect(second).toMatchObject({ path: worktree.path, branch: 'task-a' })
  expect(gitIn(second.path, 'show', 'task-a:loose.txt')).toBe('loose')
  expect(second.notes.join()).toContain('git had forgotten')
})

it('[W17] leaves what stands in its place, and goes on elsewhere', async () => {
  using place = worktreePlace()
  const { worktree } = await begun(place)
  rmSync(worktree.path, { recursive: true })
  writeIn(worktree.path, 'precious.txt', 'mine\n')
  const second = await again(place, 'continue')
  expect(second).toMatchObject({ branch: 'task-a-run1', base: place.head() })
  expect(readIn(second.path, 'sealed.txt')).toBe('sealed\n')
  expect(readIn(worktree.path, 'precious.txt')).toBe('mine\n')
})

it('[W17] leaves a locked worktree alone', async () => {
  using place = worktreePlace()
  const { worktrees, worktree } = await begun(place)
  const tip = await sealed(worktrees, worktree)
  await worktrees.release(worktree.lane, 'landed', tip)
  place.git('worktree', 'lock', worktree.path)
  const other = await opened(worktrees.open(asking('task-b', place.head()), never))
  expect(other.notes).toEqual([expect.stringContaining('git worktree lock')])
  await worktrees.close()
  expect(existsSync(worktree.path)).toBe(true)
})

it('[W7] takes no folder from the pool into which someone has written', async () => {
  using place = worktreePlace()
  const { worktrees, worktree } = await begun(place)
  const tip = await sealed(worktrees, worktree)
  await worktrees.release(worktree.lane, 'landed', tip)
  writeIn(worktree.path, 'later.txt', 'by hand\n')
  const other = await opened(worktrees.open(asking('task-b', place.head()), never))
  expect(readIn(other.path, 'later.txt')).toBe(null)
  expect(place.git('show', 'task-a:later.txt')).toBe('by hand')
})
