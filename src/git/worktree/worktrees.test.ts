import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { gitIn, readIn, writeIn } from '../../../test/repository/git-in.ts'
import {
  asking,
  worktreePlace,
  never,
  opened,
  sealed,
} from '../../../test/repository/worktree-place.ts'
import { attemptId, laneName, runId, taskId } from '../../core/value/ids.ts'
import { asideFolders, asidePrefix, openRemovals } from '../call/remove-folder.ts'
import { openWorktreeRecords } from './worktree-record.ts'

/** Files and folders beside the checkout, without the hidden ones. */
const beside = (top: string): readonly string[] =>
  readdirSync(top).filter((name) => !name.startsWith('.'))

it('[W1] gives a lane a folder and a branch of its own, at the commit it starts from', async () => {
  using place = worktreePlace()
  const from = place.head()
  place.commit('later.txt', 'later\n')
  const worktrees = await place.worktrees({ branchPrefix: 'agents/' })
  const worktree = await opened(worktrees.open(asking('task-a', from), never))
  expect(worktree).toMatchObject({ branch: 'agents/task-a', base: from, notes: [] })
  expect(basename(worktree.path)).toBe('shop-task-a')
  expect(gitIn(worktree.path, 'rev-parse', 'HEAD', 'agents/task-a')).toBe(`${from}\n${from}`)
  expect(gitIn(worktree.path, 'status', '--porcelain')).toBe('')
  expect(readdirSync(worktree.path).sort()).toEqual(['.git', 'a.txt'])
  expect(readIn(place.root, '.git/config')).not.toContain('branch')
  await worktrees.close()
}, 30_000)

it('[W2] opens ten at once, with two holders of the lock', async () => {
  using place = worktreePlace()
  const [one, other] = [await place.worktrees(), await place.worktrees()]
  const lanes = Array.from({ length: 10 }, (_, i) => `task-${i}`)
  const found = await Promise.all(
    lanes.map((lane, i) => opened((i % 2 ? one : other).open(asking(lane, place.head()), never))),
  )
  expect(new Set(found.map(({ path }) => path)).size).toBe(10)
  for (const { path } of found) expect(readIn(path, 'a.txt')).toBe('a\n')
  const ports = new Set(found.map(({ environment }) => environment['CONDUCTOR_PORT']))
  expect(ports.size).toBe(5)
})

it('[W3] leaves the checkout of the user as it is', async () => {
  using place = worktreePlace()
  place.write('a.txt', 'stashed\n')
  place.git('stash')
  place.write('a.txt', 'staged\n')
  place.git('add', 'a.txt')
  place.write('a.txt', 'changed\n')
  place.write('new.txt', 'new\n')
  const state = (): string =>
    [
      place.git('status', '--porcelain', '--branch'),
      place.git('diff', '--cached'),
      place.git('stash', 'list'),
      readIn(place.root, '.git/config'),
      readIn(place.root, '.git/HEAD'),
    ].join('\n')
  const before = state()
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(worktree.path, 'b.txt', 'b\n')
  const tip = await sealed(worktrees, worktree)
  await worktrees.release(worktree.lane, 'landed', tip)
  await opened(worktrees.open(asking('task-b', place.head()), never))
  await worktrees.release(worktree.lane, 'landed', tip)
  await worktrees.close()
  expect(state()).toBe(before)
})

it('[W7] gives a landed folder to the next lane, like new', async () => {
  using place = worktreePlace()
  place.commit('.gitignore', '*.log\ncache/\n')
  const worktrees = await place.worktrees()
  const first = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(first.path, 'b.txt', 'b\n')
  writeIn(first.path, 'cache/deep/file', 'x')
  writeIn(first.path, 'notes.log', 'learned\n')
  const tip = await sealed(worktrees, first)
  await worktrees.release(first.lane, 'landed', tip)
  expect(place.git('branch', '--list', 'task-a')).toBe('')

  const second = await opened(worktrees.open(asking('task-b', place.head()), never))
  expect([...beside(place.top)].sort()).toEqual(['shop', 'shop-task-b'])
  expect(readdirSync(second.path).sort()).toEqual(['.git', '.gitignore', 'a.txt'])
  expect(gitIn(second.path, 'status', '--porcelain', '--branch')).toBe('## task-b')
  await worktrees.close()
})

it('[W9] moves loose ignored files of an agent away instead of deleting them', async () => {
  using place = worktreePlace()
  place.commit('.gitignore', '*.log\ncache/\n.env\n')
  const worktrees = await place.worktrees({ setup: 'echo made > setup.log' })
  const first = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(first.path, 'cache/deep/file', 'x')
  writeIn(first.path, 'sub/notes.log', 'learned\n')
  const tip = await sealed(worktrees, first)
  await worktrees.release(first.lane, 'landed', tip)
  const second = await opened(worktrees.open(asking('task-b', place.head()), never))
  const [kept] = readdirSync(join(place.home, 'kept'))
  expect(readIn(join(place.home, 'kept', kept!), 'sub/notes.log')).toBe('learned\n')
  expect(readIn(join(place.home, 'kept', kept!), 'setup.log')).toBe(null)
  expect(second.notes).toEqual([expect.stringContaining('ignored files of task-a are kept in')])
  await worktrees.close()
})

it('[W12] removes spare folders at the end and keeps the others', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const [a, b] = await Promise.all(
    ['task-a', 'task-b'].map((lane) => opened(worktrees.open(asking(lane, place.head()), never))),
  )
  const tip = await sealed(worktrees, a!)
  await worktrees.release(a!.lane, 'landed', tip)
  await worktrees.release(b!.lane, 'kept', tip)
  await worktrees.close()
  expect(readdirSync(place.top).sort()).toEqual(['shop', 'shop-task-b'])
  expect(place.git('worktree', 'list').split('\n').length).toBe(2)
  expect(openWorktreeRecords(place.home).all()).toMatchObject([{ lane: 'task-b', status: 'kept' }])
})

it('[W5] goes on where a lane was, and keeps what is started afresh', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const first = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(first.path, 'b.txt', 'b\n')
  await worktrees.release(first.lane, 'kept', place.head())
  const more = place.commit('c.txt', 'c\n')
  const second = await opened(worktrees.open(asking('task-a', more, { start: 'continue' }), never))
  expect(second).toMatchObject({ path: first.path, branch: 'task-a', base: first.base })
  expect(gitIn(second.path, 'show', 'HEAD:b.txt')).toBe('b')
  await worktrees.release(first.lane, 'kept', place.head())
  const third = await opened(worktrees.open(asking('task-a', more), never))
  expect(third).toMatchObject({ path: first.path, branch: 'task-a', base: more })
  expect(readdirSync(third.path).sort()).toEqual(['.git', 'a.txt', 'c.txt'])
  const [ref] = place.git('for-each-ref', '--format=%(refname)', 'refs/conductor/').split('\n')
  expect(place.git('show', `${ref}:b.txt`)).toBe('b')
  expect(third.notes.join()).toContain(ref)
  await worktrees.close()
})

it('[W4] never overwrites what has the name', async () => {
  using place = worktreePlace()
  place.git('branch', 'task-a')
  writeIn(place.top, 'shop-task-b/precious.txt', 'mine\n')
  place.git('branch', 'task-c/deep')
  place.git('worktree', 'add', '--quiet', '-b', 'gone', join(place.top, 'shop-task-d'))
  rmSync(join(place.top, 'shop-task-d'), { recursive: true })
  place.git('worktree', 'add', '--quiet', '-b', 'task-e', join(place.top, 'elsewhere'))
  const worktrees = await place.worktrees()
  for (const lane of ['task-a', 'task-b', 'task-c', 'task-d', 'task-e']) {
    const worktree = await opened(
      worktrees.open(asking(lane, place.head(), { run: runId(3) }), never),
    )
    expect(worktree.branch).toBe(`${lane}-run3`)
    expect(basename(worktree.path)).toBe(`shop-${lane}-run3`)
    expect(worktree.notes.length).toBe(1)
  }
  expect(readIn(place.top, 'shop-task-b/precious.txt')).toBe('mine\n')
  expect(existsSync(join(place.top, 'shop-task-d'))).toBe(false)
})

it('[W8] waits for a release when every folder is worked in', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees({ max: 1 })
  const first = await opened(worktrees.open(asking('task-a', place.head()), never))
  const waiting = worktrees.open(asking('task-b', place.head()), never)
  const gaveUp = new AbortController()
  const other = worktrees.open(asking('task-c', place.head()), gaveUp.signal)
  gaveUp.abort()
  expect(await other).toMatchObject({ ok: false, failure: { is: 'cannot-start' } })
  writeIn(first.path, 'b.txt', 'unfinished\n')
  await worktrees.release(first.lane, 'kept', place.head())
  const second = await opened(waiting)
  expect([...beside(place.top)].sort()).toEqual(['shop', 'shop-task-b'])
  expect(readIn(second.path, 'b.txt')).toBe(null)
  expect(place.git('show', 'task-a:b.txt')).toBe('unfinished')
  await worktrees.release(second.lane, 'kept', place.head())
  const again = await opened(
    worktrees.open(asking('task-a', place.head(), { start: 'continue' }), never),
  )
  expect(again).toMatchObject({ branch: 'task-a', base: place.head(), notes: [] })
  expect(readIn(again.path, 'b.txt')).toBe('unfinished\n')
})

it('[W8] takes over what has been unused for longest', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees({ max: 2 })
  for (const lane of ['task-a', 'task-b'])
    await opened(worktrees.open(asking(lane, place.head()), never))
  for (const lane of ['task-b', 'task-a'])
    await worktrees.release(laneName(lane), 'kept', place.head())
  await opened(worktrees.open(asking('task-c', place.head()), never))
  expect([...beside(place.top)].sort()).toEqual(['shop', 'shop-task-a', 'shop-task-c'])
})

it('[W10] lets a branch go only when the target has all of it', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(worktree.path, 'b.txt', 'b\n')
  const tip = await sealed(worktrees, worktree)
  await worktrees.release(worktree.lane, 'landed', place.head())
  expect(place.head('task-a')).toBe(tip)
  await worktrees.close()
  expect(readIn(worktree.path, 'b.txt')).toBe('b\n')
})

it('[W10] moves the branch of a lane forward for its next task', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const first = await opened(worktrees.open(asking('epic-a', place.head()), never))
  writeIn(first.path, 'b.txt', 'b\n')
  const tip = await sealed(worktrees, first)
  place.git('merge', '--quiet', '--no-ff', '--message=land', tip)
  await worktrees.release(first.lane, 'landed', place.head())
  const second = await opened(worktrees.open(asking('epic-a', place.head()), never))
  expect(second).toMatchObject({ path: first.path, branch: 'epic-a', base: place.head() })
  const third = await opened(
    worktrees.open(asking('epic-a', place.commit('c.txt', 'c\n'), { start: 'continue' }), never),
  )
  expect(third).toMatchObject({ path: first.path, base: place.head(), notes: [] })
  expect(place.head('epic-a')).toBe(place.head())
})

it('[W11] begins a merge, without hooks or an identity, and leaves the conflicts', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(worktree.path, 'a.txt', 'mine\n')
  await sealed(worktrees, worktree)
  const theirs = place.commit('a.txt', 'theirs\n')
  place.write('.git/hooks/pre-merge-commit', '#!/bin/sh\nexit 1\n')
  chmodSync(join(place.root, '.git/hooks/pre-merge-commit'), 0o755)
  place.git('config', 'user.useConfigOnly', 'true')
  const merge = await worktrees.beginMerge(worktree, theirs)
  expect(merge.conflicts).toEqual(['a.txt'])
  expect(merge.worktree).toMatchObject({ path: worktree.path, base: theirs })
  expect(readIn(worktree.path, 'a.txt')).toContain('<<<<<<<')
  await expect(worktrees.beginMerge(worktree, theirs)).rejects.toThrow('git merge failed')
})

it('[W12] deletes what a killed process had put aside', async () => {
  using place = worktreePlace()
  const repository = await place.repository()
  const removals = openRemovals(repository, place.top)
  writeIn(place.top, 'old/file', 'x')
  removals.remove(join(place.top, 'old'))
  await removals.done()
  expect(asideFolders(repository, place.top)).toEqual([])
  const name = `${asidePrefix(repository)}0`
  writeIn(place.top, `${name}/file`, 'x')
  const worktrees = await place.worktrees()
  await worktrees.close()
  expect(readdirSync(place.top)).toEqual(['shop'])
})

it('[W8] gives a lane its branch back whose folder is being taken over at that moment', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees({ max: 2 })
  const first = await opened(worktrees.open(asking('task-a', place.head()), never))
  writeIn(first.path, 'b.txt', 'unfinished\n')
  await worktrees.release(first.lane, 'kept', place.head())
  await opened(worktrees.open(asking('task-b', place.head()), never))
  await worktrees.release(laneName('task-b'), 'kept', place.head())
  const [, again] = await Promise.all([
    opened(worktrees.open(asking('task-c', place.head()), never)),
    opened(worktrees.open(asking('task-a', place.head(), { start: 'continue' }), never)),
  ])
  expect(again.branch).toBe('task-a')
  expect(readIn(again.path, 'b.txt')).toBe('unfinished\n')
})

it('does not take a lane that was begun on its work for a place where it has left some', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const below = await opened(worktrees.open(asking('a', place.head()), never))
  writeIn(below.path, 'one.txt', 'one\n')
  gitIn(below.path, 'add', '--all')
  gitIn(below.path, 'commit', '--quiet', '--message=one')
  const first = await sealed(worktrees, below)
  await opened(worktrees.open(asking('c', first), never))
  gitIn(below.path, 'commit', '--quiet', '--amend', '--message=better')
  const again = await worktrees.seal(below, {
    run: runId(1),
    task: taskId('a'),
    attempt: attemptId(runId(1), taskId('a'), 1),
    subject: 'a',
    succeeded: true,
  })
  expect(again).toMatchObject({ ok: true, notes: [] })
})
