import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { integer } from './fields.ts'
import { openYaml, readYaml } from './read-yaml.ts'

const anything = z.record(z.string(), z.unknown())

function problems(text: string, schema: z.ZodType = anything): readonly string[] {
  const result = readYaml(text, schema)
  return result.ok ? [] : result.problems.map((p) => `${p.line}:${p.column} ${p.message}`)
}

const value = (text: string): unknown => {
  const opened = openYaml(text)
  return opened.ok ? opened.value : opened.problems
}

describe('values', () => {
  it('come with aliases and merge keys followed', () => {
    expect(value('a: &x {p: 1, q: 2}\nb: {<<: *x, q: 3}\nc: [*x]')).toEqual({
      a: { p: 1, q: 2 },
      b: { p: 1, q: 3 },
      c: [{ p: 1, q: 2 }],
    })
  })

  it('prefer the first of several merged mappings', () => {
    expect(value('a: &a {p: 1}\nb: &b {p: 2, q: 2}\nc: {<<: [*a, *b]}')).toMatchObject({
      c: { p: 1, q: 2 },
    })
  })

  it('use an anchor as it was last set', () => {
    expect(value('a: &x 1\nb: *x\nc: &x 2\nd: *x')).toEqual({ a: 1, b: 1, c: 2, d: 2 })
  })

  it('are the same with Windows line ends', () => {
    expect(value('a: 1\r\nb:\r\n  - x\r\n')).toEqual({ a: 1, b: ['x'] })
  })
})

describe('YAML that is not sound', () => {
  it.each([
    ['a: *x', '1:4 *x repeats something that was never named'],
    ['a: &x [*x]', '1:8 *x stands inside what it repeats'],
    ['a: 1\nb: {c: 1, c: 2}', '2:11 "c" is said twice in the same mapping, first in line 2'],
    ['? [a]\n: 1', '1:3 a key must be a plain word'],
    [': 1', '1:1 there is no key before this colon'],
    ['__proto__: 1', '1:1 "__proto__" cannot be a key'],
    ['a: {<<: 3}', '1:5 "<<" can only take in mappings'],
    ['a: 1\n---\nb: 2', '2:1 a second document starts here; one file holds one document'],
    ['\ta: 1', '1:1 a tab is used to indent'],
    ['a: b: c', '1:4 a second key stands on the same line'],
    ['a: !secret x', '1:4 Unresolved tag: !secret'],
  ])('%j is refused', (text, problem) => {
    expect(problems(text)).toEqual([problem])
  })

  it.each([
    ['nests a million times', '['.repeat(1_000_000), 'the nesting goes deeper than 100 levels'],
    [
      'is made of millions of words',
      `[${'a,'.repeat(1_500_000)}]`,
      'this file has more than 2000000 words and signs',
    ],
  ])('is refused before it fills the memory when it %s', (_, text, message) => {
    expect(problems(text)[0]).toContain(message)
  })

  it('is refused when its aliases would explode', () => {
    const lines = Array.from({ length: 12 }, (_, i) => {
      const inner = i === 0 ? 'lol' : `*a${i - 1}`
      return `a${i}: &a${i} [${Array.from({ length: 10 }, () => inner).join(', ')}]`
    })
    expect(problems(lines.join('\n'))).toEqual([
      '7:10 aliases make this file larger than 2000000 values when written out',
    ])
  })
})

describe('places', () => {
  const schema = z.strictObject({
    list: z.array(integer(1, 9)).optional(),
    inner: z.strictObject({ count: integer(1, 9) }).optional(),
    base: z.unknown().optional(),
  })

  it.each([
    [
      'a value',
      'list:\n  - 1\n  - 20',
      '3:5 item 2 of "list" must be a whole number from 1 to 9, not 20',
    ],
    ['a key nobody knows', 'inner:\n  count: 1\n  cuont: 2', '3:3 "cuont" is not a key here'],
    ['the mapping that lacks a key', 'inner:\n  {}', '2:3 "count" is missing'],
    ['the key of a value left out', 'inner:\n  count:', '2:3 "count" has no value'],
    [
      'what an alias repeats',
      'base: &b\n  count: 0\ninner: *b',
      '2:10 "count" must be a whole number from 1 to 9, not 0',
    ],
    [
      'what was merged in',
      'base: &b\n  count: 0\ninner:\n  <<: *b',
      '2:10 "count" must be a whole number from 1 to 9, not 0',
    ],
    [
      'what was merged in from a list',
      'base: &b\n  count: 0\ninner:\n  <<: [{}, *b]',
      '2:10 "count" must be a whole number from 1 to 9, not 0',
    ],
  ])('point at %s', (_, text, problem) => {
    expect(problems(text, schema)).toEqual([problem])
  })
})
