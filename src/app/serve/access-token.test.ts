import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { accessToken, renewAccessToken } from './access-token.ts'

it('is made once, is long, and only its owner can read it', () => {
  using place = tempFolder()
  const token = accessToken(place.path)
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(accessToken(place.path)).toBe(token)
  expect(readdirSync(place.path)).toEqual(['access-token'])
  expect(statSync(join(place.path, 'access-token')).mode & 0o777).toBe(0o600)
})

it('is another one when somebody wants that', () => {
  using place = tempFolder()
  const token = accessToken(place.path)
  const renewed = renewAccessToken(place.path)
  expect(renewed).not.toBe(token)
  expect(accessToken(place.path)).toBe(renewed)
})

it.each(['', 'short', 'with a space in it, and long enough to count'])(
  'is made anew when the file has none: "%s"',
  (text) => {
    using place = tempFolder()
    writeFileSync(join(place.path, 'access-token'), text)
    const token = accessToken(place.path)
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(accessToken(place.path)).toBe(token)
  },
)
