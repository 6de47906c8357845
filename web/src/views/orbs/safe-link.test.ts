import { expect, it } from 'vitest'
import { webLink } from '../../parts/web-link.ts'
import { forgeLinks } from './safe-link.ts'

it('follows web addresses only', () => {
  expect(webLink('https://github.com/a/b/pull/1')).toBe('https://github.com/a/b/pull/1')
  expect(webLink('http://git.local/a')).toBe('http://git.local/a')
  for (const text of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    '',
    '//x',
  ])
    expect(webLink(text)).toBeNull()
})

it('knows the pages of a pull request and of its branch', () => {
  expect(forgeLinks('https://github.com/a/b/pull/7', 'fix/a b')).toEqual({
    pullRequest: 'https://github.com/a/b/pull/7',
    branch: 'https://github.com/a/b/tree/fix/a%20b',
  })
  expect(forgeLinks('https://github.com/a/b/tree/x', 'x')).toEqual({
    pullRequest: null,
    branch: 'https://github.com/a/b/tree/x',
  })
  expect(forgeLinks('javascript:x/pull/7', 'x')).toEqual({ pullRequest: null, branch: null })
})
