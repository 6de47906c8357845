import { expect, it } from 'vitest'
import type { ResultDocument } from '../../core/take/result-document.ts'
import { sayWhatLanded } from './say-choices.ts'
import { sayQuestion, wishTyped } from './typed-wish.ts'

const seen = (possible: boolean, is_checked: boolean) => ({
  into: 'main',
  is_checked,
  ways: [{ way: 'merge', possible, says: '', refused: null, why: null, next_step: null }] as const,
})

it('merges by Enter alone only what was checked', () => {
  const merge = { way: 'merge', ff: 'auto' }
  expect(sayQuestion(seen(true, true))).toMatch(/^Enter to merge into main, or branch/)
  expect(sayQuestion(seen(true, false))).toMatch(/^merge into main \(NOTHING WAS CHECKED\), branch/)
  expect(sayQuestion(seen(false, true))).toMatch(/^branch/)
  expect(wishTyped('', seen(true, true))).toEqual(merge)
  expect(wishTyped('', seen(true, false))).toBeNull()
  expect(wishTyped('merge', seen(true, false))).toEqual(merge)
  expect(wishTyped('', seen(false, true))).toBeNull()
  expect(wishTyped('merge', seen(false, true))).toBe('unknown')
  expect(wishTyped('patches my out', seen(true, true))).toEqual({
    way: 'patches',
    folder: 'my out',
  })
  expect(wishTyped('push', seen(true, true))).toEqual({ way: 'push', remote: null })
})

it('names the tasks that have landed without a change', () => {
  const checks = { passed: 0, failed: 0, flakes: 0 }
  const document = { ...seen(true, false), tasks: [], unchanged: ['idle', 'still'], checks }
  const lines = sayWhatLanded({ ...document, in_pull_requests: null } as unknown as ResultDocument)
  expect(lines).toContain('  [+] without a change: idle, still')
})
