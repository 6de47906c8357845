import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { asNobody } from '../../../test/repository/as-nobody.ts'
import { gitIn, readIn, writeIn } from '../../../test/repository/git-in.ts'
import {
  asking,
  never,
  opened,
  sealed,
  worktreePlace,
} from '../../../test/repository/worktree-place.ts'
import { commitId } from '../../core/value/ids.ts'
import { findRepository } from '../call/repository.ts'
import { openWorktrees } from './worktrees.ts'

it('[W16] keeps a folder with a repository in it that has work', async () => {
  using place = worktreePlace()
  place.commit('.gitignore', 'vendor/\n')
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  const inner = join(worktree.path, 'vendor', 'lib')
  writeIn(inner, 'lib.txt', 'work\n')
  gitIn(inner, 'init', '--quiet')
  gitIn(inner, 'add', '--all')
  gitIn(inner, 'commit', '--quiet', '--message=work')
  const tip = await sealed(worktrees, worktree)
  await worktrees.release(worktree.lane, 'landed', tip)
  const other = await opened(worktrees.open(asking('task-b', place.head()), never))
  expect(other.notes).toEqual([expect.stringContaining('a repository of its own in vendor/lib')])
  await worktrees.close()
  expect(readIn(inner, 'lib.txt')).toBe('work\n')
})

it('[W16] does not initialise submodules, and never takes over a folder with one', async () => {
  using library = worktreePlace('library')
  using place = worktreePlace()
  const allowed = ['-c', 'protocol.file.allow=always']
  place.git(...allowed, 'submodule', '--quiet', 'add', library.root, 'lib')
  place.git('commit', '--quiet', '--message=lib')
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  expect(readdirSync(join(worktree.path, 'lib'))).toEqual([])
  gitIn(worktree.path, ...allowed, 'submodule', '--quiet', 'update', '--init')
  gitIn(join(worktree.path, 'lib'), 'commit', '--quiet', '--allow-empty', '--message=own')
  await sealed(worktrees, worktree)
  await worktrees.release(worktree.lane, 'landed', place.head('task-a'))
  const other = await opened(worktrees.open(asking('task-b', place.head()), never))
  expect(other.notes).toEqual([expect.stringContaining('a repository of its own in lib')])
  await worktrees.close()
  expect(existsSync(join(worktree.path, 'lib', 'a.txt'))).toBe(true)
})

it('[W18] works with pointers of git-lfs as they are', async () => {
  using place = worktreePlace()
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'
  place.commit('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n')
  place.commit('big.bin', pointer)
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  expect(readIn(worktree.path, 'big.bin')).toBe(pointer)
  expect(await sealed(worktrees, worktree)).toBe(place.head())
})

it('[W18] checks out what the user does of a sparse checkout, and loses nothing outside of it', async () => {
  using place = worktreePlace()
  place.commit('in/one.txt', '1\n')
  place.commit('out/two.txt', '2\n')
  place.git('sparse-checkout', 'set', '--cone', 'in')
  const worktrees = await place.worktrees()
  const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
  expect(readdirSync(worktree.path).sort()).toEqual(['.git', 'a.txt', 'in'])
  writeIn(worktree.path, 'out/three.txt', '3\n')
  const tip = await sealed(worktrees, worktree)
  expect(place.git('show', `${tip}:out/three.txt`)).toBe('3')
  expect(place.git('show', `${tip}:out/two.txt`)).toBe('2')
  await worktrees.release(worktree.lane, 'landed', tip)
  const next = await opened(worktrees.open(asking('task-b', place.head()), never))
  expect(readdirSync(next.path).sort()).toEqual(['.git', 'a.txt', 'in'])
  await worktrees.close()
})

it('[W18] takes any name: spaces, letters of any script, line breaks, very long ones', async () => {
  for (const name of ['my shop', 'магазин 店', 'two\nlines', 'x'.repeat(200)]) {
    using place = worktreePlace(name)
    place.commit('sp ace/ünï\ncode.txt', 'ok\n')
    const worktrees = await place.worktrees()
    const worktree = await opened(worktrees.open(asking('task-a', place.head()), never))
    writeIn(worktree.path, 'n ew\n.txt', 'new\n')
    const tip = await sealed(worktrees, worktree)
    await worktrees.release(worktree.lane, 'landed', tip)
    const next = await opened(worktrees.open(asking(`epic-${'y'.repeat(70)}`, tip), never))
    expect(readIn(next.path, 'sp ace/ünï\ncode.txt')).toBe('ok\n')
    expect(readIn(next.path, 'n ew\n.txt')).toBe('new\n')
    expect(basename(next.path).startsWith(name.slice(0, 7))).toBe(true)
    await worktrees.release(next.lane, 'landed', tip)
    await worktrees.close()
    expect(readdirSync(place.top)).toEqual([name])
  }
}, 30_000)

it('[W18] works from a detached HEAD, a shallow clone and a linked worktree', async () => {
  using place = worktreePlace()
  place.commit('b.txt', 'b\n')
  place.git('checkout', '--quiet', '--detach')
  const shallow = join(place.top, 'shallow')
  gitIn(place.top, 'clone', '--quiet', '--depth=1', `file://${place.root}`, shallow)
  const linked = join(place.top, 'linked')
  place.git('worktree', 'add', '--quiet', '-b', 'linked', linked)
  for (const folder of [place.root, shallow, linked]) {
    const found = await findRepository(folder)
    if (!found.ok) throw new Error(found.why)
    const worktrees = openWorktrees({
      repository: found.repository,
      home: join(folder, '.conductor'),
      root: place.top,
      branchPrefix: '',
      max: 2,
      setup: null,
      ports: { first: 41_000, each: 2 },
    })
    const worktree = await opened(worktrees.open(asking('task-a', found.head), never))
    expect(basename(worktree.path)).toBe(`${basename(folder)}-task-a`)
    expect(readIn(worktree.path, 'b.txt')).toBe('b\n')
    expect(await sealed(worktrees, worktree)).toBe(found.head)
    await worktrees.release(worktree.lane, 'landed', found.head)
    await worktrees.close()
  }
})

it('[W18] refuses a bare repository, one without a commit, and no repository', async () => {
  using place = worktreePlace()
  const at = (name: string): string => join(place.top, name)
  gitIn(place.top, 'init', '--quiet', '--bare', at('bare'))
  gitIn(place.top, 'init', '--quiet', at('empty'))
  mkdirSync(at('nothing'))
  expect(await findRepository(at('bare'))).toEqual({ ok: false, why: 'bare' })
  expect(await findRepository(at('empty'))).toEqual({ ok: false, why: 'no-commit' })
  expect(await findRepository(at('nothing'))).toEqual({ ok: false, why: 'no-repository' })
})

it('[W19] says in a sentence that a commit is not there, and leaves nothing behind', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees()
  const answer = await worktrees.open(asking('task-a', commitId('1'.repeat(40))), never)
  expect(answer).toMatchObject({ ok: false, failure: { is: 'cannot-start', passing: false } })
  await worktrees.close()
  expect(readdirSync(place.top)).toEqual(['shop'])
  expect(place.git('branch', '--list')).toBe('* main')
  expect(readdirSync(join(place.home, 'worktrees'))).toEqual([])
})

it('[W19] names the remedy when worktrees cannot be made there', async () => {
  using place = worktreePlace()
  const closed = join(place.top, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o555)
  const worktrees = await place.worktrees({ root: closed })
  const request = asking('task-a', place.head())
  const answer = await asNobody(place.top, () => worktrees.open(request, never))
  expect(answer).toMatchObject({
    ok: false,
    failure: { reason: expect.stringContaining('worktrees.root'), passing: false },
  })
  expect(place.git('branch', '--list')).toBe('* main')
})

it('[W19] names the remedy when the folder for worktrees cannot be', async () => {
  using place = worktreePlace()
  const worktrees = await place.worktrees({ root: join(place.root, 'a.txt', 'below') })
  const answer = await worktrees.open(asking('task-a', place.head()), never)
  expect(answer).toMatchObject({
    ok: false,
    failure: { reason: expect.stringContaining('worktrees.root'), passing: false },
  })
  expect(place.git('branch', '--list')).toBe('* main')
})

/** This needs the permission to mount. */
function mountSmall(folder: string): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it('[W19] a full disk passes, and nothing half-made stays', async ({ skip }) => {
  using place = worktreePlace()
  const small = join(place.top, 'small')
  mkdirSync(small)
  if (!mountSmall(small)) return skip()
  try {
    place.commit('big.bin', 'x'.repeat(2_000_000))
    const worktrees = await place.worktrees({ root: small })
    const answer = await worktrees.open(asking('task-a', place.head()), never)
    expect(answer).toMatchObject({
      ok: false,
      failure: { reason: expect.stringContaining('disk is full'), passing: true },
    })
    await worktrees.close()
    expect(readdirSync(small)).toEqual([])
    expect(place.git('branch', '--list')).toBe('* main')
    expect(place.git('worktree', 'list').split('\n').length).toBe(1)
  } finally {
    execFileSync('umount', [small])
  }
})
