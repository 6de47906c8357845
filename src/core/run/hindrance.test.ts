import { describe, expect, it } from 'vitest'
import { HinderedBy, hindranceOf, isWorthAnotherTry, restAfter } from './hindrance.ts'

const withParts = (message: string, parts: object): Error =>
  Object.assign(new Error(message), parts)

const refused = (stderr: string, signal: string | null = null): Error =>
  withParts('git add failed', { end: { stderr, signal } })

const kindOf = (error: unknown): string | null => hindranceOf(error)?.is ?? null

describe('what the machine does to a run', () => {
  it('is told in some words, also where git had none', () => {
    expect(hindranceOf(refused('', 'SIGKILL'))).toEqual({ is: 'killed', detail: 'git add failed' })
  })

  it.each([
    ['disk-full', withParts('ENOSPC: no space left on device, write', { code: 'ENOSPC' })],
    ['disk-full', withParts('EDQUOT: disk quota exceeded', { code: 'EDQUOT' })],
    ['disk-full', withParts('database or disk is full', { errcode: 13 })],
    ['disk-full', refused('error: unable to write file x\nfatal: No space left on device')],
    ['not-writable', withParts('EROFS: read-only file system, open', { code: 'EROFS' })],
    ['not-writable', withParts('attempt to write a readonly database', { errcode: 1032 })],
    ['not-writable', withParts('EACCES: permission denied', { code: 'EACCES', path: '/x/.git/a' })],
    ['not-writable', refused("fatal: Unable to create '/x/.git/a.lock': Permission denied")],
    ['not-writable', refused('error: insufficient permission for adding an object to repository')],
    ['disk-failing', withParts('disk I/O error', { errcode: 778 })],
    ['too-many-files', withParts('EMFILE: too many open files, open', { code: 'EMFILE' })],
    ['no-memory', withParts('spawn git EAGAIN', { code: 'EAGAIN' })],
    ['no-memory', refused('fatal: fork failed: Cannot allocate memory')],
    ['killed', refused('', 'SIGKILL')],
  ])('is known by its signs: %s', (is, error) => {
    expect(kindOf(error)).toBe(is)
    expect(kindOf(new Error('it was said otherwise', { cause: error }))).toBe(is)
  })

  it.each([
    refused('error: open("secret.txt"): Permission denied\nerror: unable to index file'),
    refused("fatal: Unable to create '/x/.git/index.lock': File exists."),
    refused('error: unable to write file .git/objects/ab/c: No such file or directory'),
    withParts('EACCES: permission denied, mkdir', { code: 'EACCES', path: '/root/trees' }),
    withParts('ENOENT: no such file', { code: 'ENOENT' }),
    new TypeError('x is not a function'),
    'a word',
  ])('is not blamed for anything else: %s', (error) => {
    expect(hindranceOf(error)).toBeNull()
  })

  it('is thrown on as it was told', () => {
    const hindrance = { is: 'disk-full', detail: 'no room' } as const
    expect(hindranceOf(new HinderedBy(hindrance))).toBe(hindrance)
  })

  it('is tried again after ever longer rests; a git that is killed, not for ever', () => {
    expect([1, 2, 3, 5, 6, 99].map(restAfter)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
    const tries = (is: 'killed' | 'disk-full'): boolean => isWorthAnotherTry({ is, detail: '' }, 99)
    expect([tries('killed'), tries('disk-full')]).toEqual([false, true])
  })
})
