import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { oneAtATime } from './one-at-a-time.ts'

const start = promisify(execFile)

it('lets processes change a file one after another, and a failure ends the lock', async () => {
  using place = tempFolder()
  const lock = join(place.path, 'new', 'lock')
  const counter = join(place.path, 'counter')
  writeFileSync(counter, '0')
  const count = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { oneAtATime } from ${JSON.stringify(new URL('./one-at-a-time.ts', import.meta.url).href)}
    for (let i = 0; i < 50; i++) oneAtATime(${JSON.stringify(lock)}, () =>
      writeFileSync(${JSON.stringify(counter)}, String(Number(readFileSync(${JSON.stringify(counter)}, 'utf8')) + 1)))`
  const words = ['--input-type=module', '--eval', count]
  await Promise.all([1, 2, 3].map(() => start(process.execPath, words)))
  expect(readFileSync(counter, 'utf8')).toBe('150')
  expect(() => oneAtATime(lock, () => JSON.parse('no'))).toThrow(SyntaxError)
  expect(oneAtATime(lock, () => 'free')).toBe('free')
})
