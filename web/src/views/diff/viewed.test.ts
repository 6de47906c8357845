import { expect, it } from 'vitest'
import type { DiffFile } from '../../../../src/server/served/served-worktrees.ts'
import { keepViewed, readViewed, viewOf } from './viewed.ts'

const file: DiffFile = {
  path: 'a.ts',
  oldPath: null,
  status: 'modified',
  added: 1,
  deleted: 0,
  isBinary: false,
  bytes: 4,
  patch: '+a',
}

it('a file stays viewed in this browser until its diff changes', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
  keepViewed(storage, new Set([viewOf('api', file)]))
  expect(readViewed(storage).has(viewOf('api', file))).toBe(true)
  expect(readViewed(storage).has(viewOf('web', file))).toBe(false)
  expect(readViewed(storage).has(viewOf('api', { ...file, patch: '+b' }))).toBe(false)
})

it('storage that is damaged or refused is no error', () => {
  expect(readViewed({ getItem: () => '{' }).size).toBe(0)
  expect(readViewed({ getItem: () => '{"a": 1}' }).size).toBe(0)
  const full = {
    setItem() {
      throw new Error('full')
    },
  }
  expect(() => keepViewed(full, new Set(['a']))).not.toThrow()
})
