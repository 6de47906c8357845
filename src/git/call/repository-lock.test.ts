import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { openRepositoryLock } from './repository-lock.ts'

const FILE = new URL('repository-lock.ts', import.meta.url).href

it('[W2] waits for the holder in another process, and not for one that was killed', async () => {
  using folder = tempFolder()
  const code = `
    const { openRepositoryLock } = await import(${JSON.stringify(FILE)})
    await openRepositoryLock(${JSON.stringify(folder.path)}).hold(() => {
      console.log('held')
      return new Promise((resolve) => setTimeout(resolve, 60_000))
    })`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const lock = openRepositoryLock(folder.path)
  let got = false
  const waiting = lock.hold(async () => {
    got = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(got).toBe(false)
  holder.kill('SIGKILL')
  await waiting
  expect(got).toBe(true)
  lock.close()
})

it('makes a file anew that is no lock', async () => {
  using folder = tempFolder()
  writeFileSync(join(folder.path, 'conductor.lock'), 'something else, long enough to be looked at')
  const lock = openRepositoryLock(folder.path)
  expect(await lock.hold(async () => 'held')).toBe('held')
  lock.close()
})
