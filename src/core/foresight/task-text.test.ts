import { describe, expect, it } from 'vitest'
import { questionOf } from './question.ts'
import { identifiersOf, plainText, scopeOf } from './task-text.ts'

describe('the plain text of a message', () => {
  it('has no trailers, addresses, numbers of issues, hashes and lists of paths', () => {
    const message = [
      'router: params may be optional (#123)',
      '',
      'See https://example.com/issues/7 and 0123abc4def.',
      '<!-- a template -->',
      '- src/router/router.ts',
      'Closes #12',
      'Fixes: #13, #14',
      'Co-authored-by: A Person <a@example.com>',
      'Signed-off-by: Another <b@example.com>',
      'Change-Id: Iabcdef',
    ].join('\n')
    const plain = plainText(message)
    expect(plain).toContain('params may be optional')
    for (const gone of ['123', 'example', '0123abc', 'template', 'src/', '#', 'Person', 'Iabc'])
      expect(plain).not.toContain(gone)
  })

  it('keeps sentences that begin like a trailer', () => {
    expect(plainText('Fixes the router when it is closed')).toContain('router')
    expect(plainText('See what the cache holds')).toContain('cache')
  })
})

it('is made quickly of texts that are made to be slow', () => {
  const slow = ['#', 'a', '/a', 'a.', '-by', 'fixes #', ' \t', '\n ', '`', '<!--', 'aA'].map(
    (part) => part.repeat(Math.ceil(20_000 / part.length)),
  )
  for (const text of slow)
    for (const whole of [text, `fixes ${text} x`, `${text}!`]) {
      const began = process.cpuUsage()
      const { weights } = questionOf({ subject: whole, body: whole })
      expect(weights.size).toBeLessThan(1000)
      expect(process.cpuUsage(began).user).toBeLessThan(200_000)
    }
})

describe('the scope of a subject', () => {
  it.each([
    ['router: add params', 'router'],
    ['feat(router): add params', 'router'],
    ['fix!: add params', 'fix'],
    ['[Router] add params', 'router'],
    ['core/plan: a task carries files', 'core/plan'],
    ['add params to the router', null],
    ['use http://example.com', null],
  ])('of "%s" is %s', (subject, scope) => expect(scopeOf(subject)).toBe(scope))
})

describe('identifiers', () => {
  it('are compound, or marked as code', () => {
    expect(identifiersOf('let parsePlan and snake_case call `router` and close() Now')).toEqual(
      expect.arrayContaining([
        { name: 'parseplan', isCompound: true },
        { name: 'snake_case', isCompound: true },
        { name: 'router', isCompound: false },
        { name: 'close', isCompound: false },
      ]),
    )
  })
})
