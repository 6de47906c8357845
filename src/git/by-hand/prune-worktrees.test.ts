import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { gitIn, writeIn } from '../../../test/repository/git-in.ts'
import {
  asking,
  never,
  opened,
  sealed,
  worktreePlace,
  type WorktreePlace,
} from '../../../test/repository/worktree-place.ts'
import { laneName, runId } from '../../core/value/ids.ts'
import { openWorktreeRecords } from '../worktree/worktree-record.ts'
import { listWorktrees } from './list-worktrees.ts'
import { pruneWorktrees } from './prune-worktrees.ts'

/** task-landed is in main, task-open has work of its own, task-cut was never sealed. */
async function threeLanes(place: WorktreePlace): Promise<void> {
  const worktrees = await place.worktrees()
  for (const lane of ['task-landed', 'task-open']) {
    const worktree = await opened(worktrees.open(asking(lane, place.head()), never))
    writeIn(worktree.path, `${lane}.txt`, 'work\n')
    await sealed(worktrees, worktree)
  }
  place.git('merge', '--quiet', '--no-ff', '--message=land', 'task-landed')
  await opened(worktrees.open(asking('task-cut', place.head()), never))
  for (const lane of ['task-landed', 'task-open'])
    await worktrees.release(laneName(lane), 'kept', place.head())
}

it('[W20] lists every worktree, whose it is and how it stands', async () => {
  using place = worktreePlace()
  await threeLanes(place)
  place.git('worktree', 'add', '--quiet', '-b', 'theirs', join(place.top, 'theirs'))
  writeIn(place.top, 'theirs/new.txt', 'x')
  const rows = await listWorktrees(await place.repository(), place.home, 'main')
  const said = rows.map(({ path, status, ahead, behind, dirty, lane }) => ({
    name: basename(path),
    status,
    ahead,
    behind,
    dirty,
    lane,
  }))
  const clean = { ahead: 0, behind: 0, dirty: false }
  expect(said.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { ...clean, name: 'shop', status: 'checkout', lane: null },
    { ...clean, name: 'shop-task-cut', status: 'working', lane: 'task-cut' },
    { ...clean, name: 'shop-task-landed', status: 'kept', behind: 1, lane: 'task-landed' },
    { ...clean, name: 'shop-task-open', status: 'kept', ahead: 1, behind: 2, lane: 'task-open' },
    { ...clean, name: 'theirs', status: 'foreign', dirty: true, lane: null },
  ])
  expect(rows.every(({ bytes }) => bytes > 0)).toBe(true)
})

it('[W21] removes only what is in another branch, and says why the rest stays', async () => {
  using place = worktreePlace()
  await threeLanes(place)
  const repository = await place.repository()
  const before = readdirSync(place.top)
  const options = { dryRun: true, inUse: null }
  const would = await pruneWorktrees(repository, place.home, options)
  expect(readdirSync(place.top)).toEqual(before)
  const did = await pruneWorktrees(repository, place.home, { ...options, dryRun: false })
  expect(did).toEqual(would)
  expect(did.removed.map(({ path }) => basename(path))).toEqual(['shop-task-landed'])
  expect(did.branches).toEqual(['task-landed'])
  const kept = Object.fromEntries(did.kept.map(({ path, why }) => [basename(path), why]))
  expect(kept).toEqual({
    'shop-task-cut': 'its last attempt may have left work in it that is not committed',
    'shop-task-open': 'branch task-open has work that has not landed',
  })
  expect(readdirSync(place.top).sort()).toEqual(['shop', 'shop-task-cut', 'shop-task-open'])
  expect(place.git('branch', '--format=%(refname:short)').split('\n')).toEqual([
    'main',
    'task-cut',
    'task-open',
  ])
})

it('[W21] leaves the worktrees of a run that is going on', async () => {
  using place = worktreePlace()
  await threeLanes(place)
  const options = { dryRun: false, inUse: runId(1) }
  const pruned = await pruneWorktrees(await place.repository(), place.home, options)
  expect(pruned.removed).toEqual([])
  expect(existsSync(join(place.top, 'shop-task-landed'))).toBe(true)
})

it('[W21] clears away what git keeps about a worktree and that was half deleted or half made', async () => {
  using place = worktreePlace()
  for (const name of ['deleted', 'made', 'young', 'theirs'])
    place.git('worktree', 'add', '--quiet', '--detach', join(place.top, name))
  const admin = (name: string): string => join(place.root, '.git/worktrees', name)
  const commit = place.git('commit-tree', '-m', 'only here', 'HEAD^{tree}')
  rmSync(join(admin('deleted'), 'gitdir'))
  writeIn(admin('deleted'), 'HEAD', `${commit}\n`)
  writeIn(admin('made'), 'locked', 'initializing\n')
  rmSync(join(place.top, 'made'), { recursive: true })
  for (const name of ['deleted', 'made']) utimesSync(admin(name), 1, 1)
  rmSync(join(admin('young'), 'gitdir'))
  await pruneWorktrees(await place.repository(), place.home, { dryRun: false, inUse: null })
  expect(readdirSync(join(place.root, '.git/worktrees'))).toEqual(['theirs', 'young'])
  expect(place.git('for-each-ref', '--format=%(*objectname)', 'refs/conductor')).toBe(commit)
})

it('[W21] forgets worktrees that are gone, and deletes what was put aside', async () => {
  using place = worktreePlace()
  await threeLanes(place)
  rmSync(join(place.top, 'shop-task-landed'), { recursive: true })
  const options = { dryRun: false, inUse: null }
  const pruned = await pruneWorktrees(await place.repository(), place.home, options)
  expect(pruned.removed).toEqual([])
  expect(readdirSync(join(place.home, 'worktrees')).sort()).toEqual([
    'shop-task-cut',
    'shop-task-open',
  ])
  expect(place.git('worktree', 'list', '--porcelain')).not.toContain('shop-task-landed')
})

it('[W21] leaves what stands in the place of a folder, with its branch and what is known of it', async () => {
  using place = worktreePlace()
  await threeLanes(place)
  const repository = await place.repository()
  const path = join(place.top, 'shop-task-landed')
  rmSync(join(path, '.git'))
  gitIn(path, 'init', '--quiet')
  const options = { dryRun: false, inUse: null }
  const { removed, branches, kept } = await pruneWorktrees(repository, place.home, options)
  expect([removed, branches]).toEqual([[], []])
  expect(kept).toContainEqual({ path, why: expect.stringContaining('something else stands there') })
  const rows = await listWorktrees(repository, place.home, 'main')
  expect(rows.find((row) => row.path === path)).toMatchObject({
    status: 'kept',
    branch: 'task-landed',
  })
  rmSync(path, { recursive: true })
  expect((await pruneWorktrees(repository, place.home, options)).branches).toEqual(['task-landed'])
})

it('[W21] leaves a worktree that somebody has made where a folder of ours was', async () => {
  using place = worktreePlace()
  await threeLanes(place)
  const repository = await place.repository()
  const records = openWorktreeRecords(place.home)
  const path = join(place.top, 'shop-task-landed')
  place.git('worktree', 'remove', '--force', path)
  records.write({ ...records.of(path)!, status: 'branch-only' })
  place.git('worktree', 'add', '--quiet', '--detach', path, 'main')
  const options = { dryRun: false, inUse: null }
  const { removed, branches } = await pruneWorktrees(repository, place.home, options)
  expect([removed, branches]).toEqual([[], ['task-landed']])
  expect(existsSync(join(path, 'a.txt'))).toBe(true)
  expect(place.git('worktree', 'list')).toContain(path)
})

it('[W21] keeps commits that only the log of a worktree names, when its folder was taken away', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const { path } = await opened(worktrees.open(asking('task-cut', place.head()), never))
  writeIn(path, 'work.txt', 'first\n')
  gitIn(path, 'add', '--all')
  gitIn(path, 'commit', '--quiet', '--message=first')
  const amended = gitIn(path, 'rev-parse', 'HEAD')
  gitIn(path, 'reset', '--quiet', '--hard', 'HEAD~1')
  rmSync(path, { recursive: true })
  const repository = await place.repository()
  const options = { dryRun: false, inUse: null }
  place.git('worktree', 'lock', path)
  const { kept } = await pruneWorktrees(repository, place.home, options)
  expect(kept).toEqual([{ path, why: 'it has been locked with `git worktree lock`' }])
  place.git('worktree', 'unlock', path)
  expect((await pruneWorktrees(repository, place.home, options)).branches).toEqual(['task-cut'])
  expect(place.git('for-each-ref', '--format=%(*objectname)', 'refs/conductor')).toBe(amended)
})

it('[W21] keeps the worktree of a task whose agent waits for an answer, also without a commit', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const asked = laneName('task-asked')
  await sealed(worktrees, await opened(worktrees.open(asking('task-asked', place.head()), never)))
  await worktrees.release(asked, 'kept', place.head())
  const options = { dryRun: true, inUse: null }
  const repository = await place.repository()
  expect((await pruneWorktrees(repository, place.home, options)).removed).toHaveLength(1)
  const awaited = { has: (_run: unknown, lane: string) => lane === asked }
  expect(await pruneWorktrees(repository, place.home, { ...options, awaited })).toMatchObject({
    removed: [],
    branches: [],
    kept: [{ why: 'its agent waits for your answer, and goes on there' }],
  })
})
