import { homedir } from 'node:os'
import { expect, it } from 'vitest'
import { isOwnSetting } from './own-setting.ts'

it('takes a command only from the user: their own file, or the environment', () => {
  const from = (origin: string): boolean => isOwnSetting({ origin: () => origin }, 'editor')
  expect(from(`${homedir()}/.conductor/config.yaml:3`)).toBe(true)
  expect(from('CONDUCTOR_EDITOR')).toBe(true)
  expect(from('/work/shop/.conductor/config.yaml:3')).toBe(false)
  expect(from('default')).toBe(false)
})
