import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asNobody } from '../../../test/repository/as-nobody.ts'
import { canMount, useSmallDisk } from '../../../test/repository/small-disk.ts'
import { worktreePlace } from '../../../test/repository/worktree-place.ts'
import { holdOffCollecting } from './hold-off-collecting.ts'
import { findRepository } from './repository.ts'

const NOBODY = 2 ** 22 - 1

it('keeps git from collecting objects while it is held, also after a crash, and no longer', async () => {
  using place = worktreePlace()
  const found = await findRepository(place.root)
  if (!found.ok) throw new Error('no repository')
  const file = join(found.repository.common, 'gc.pid')
  // A file left by a process that is gone belongs to nobody.
  writeFileSync(file, `${NOBODY} ${hostname()}`)
  {
    using _held = await holdOffCollecting(found.repository)
    expect(() => place.git('gc', '--quiet', '--prune=now')).toThrow('gc is already running')
    using _other = await holdOffCollecting(found.repository)
  }
  expect(existsSync(file)).toBe(false)
  place.git('gc', '--quiet', '--prune=now')
})

it('waits for nobody when a full disk has left an empty file', async () => {
  using place = worktreePlace()
  const found = await findRepository(place.root)
  if (!found.ok) throw new Error('no repository')
  const file = join(found.repository.common, 'gc.pid')
  writeFileSync(file, '')
  using _held = await holdOffCollecting(found.repository)
  expect(readFileSync(file, 'utf8')).toContain(` ${hostname()} conductor`)
})

it.skipIf(!canMount)('leaves no empty file on a full disk', async () => {
  useSmallDisk('2m')
  using place = worktreePlace()
  const found = await findRepository(place.root)
  if (!found.ok) throw new Error('no repository')
  const { common } = found.repository
  expect(() => writeFileSync(join(place.root, 'ballast'), Buffer.alloc(4 << 20))).toThrow('ENOSPC')
  using _held = await holdOffCollecting(found.repository)
  expect(existsSync(join(common, 'gc.pid'))).toBe(false)
})

it('is over also when its file cannot be put away', async () => {
  using place = worktreePlace()
  const found = await findRepository(place.root)
  if (!found.ok) throw new Error('no repository')
  const { common } = found.repository
  await asNobody(place.top, async () => {
    const held = await holdOffCollecting(found.repository)
    chmodSync(common, 0o500)
    expect(() => held[Symbol.dispose]()).not.toThrow()
    chmodSync(common, 0o700)
    expect(existsSync(join(common, 'gc.pid'))).toBe(true)
  })
})
