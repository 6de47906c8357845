import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileNamedBy, mayNameSameFile, normalise, sampleOf, sharedFiles } from './glob-overlap.ts'

/** All sequences of up to this many of the parts. */
const sequences = (parts: readonly string[], most: number, joint: string): readonly string[] =>
  most === 1
    ? parts
    : [
        ...parts,
        ...parts.flatMap((part) => sequences(parts, most - 1, joint).map((s) => part + joint + s)),
      ]

/** If two of our small globs share a path, they share one of these. */
const NAMES = sequences(['a', 'b', 'c', 'd'], 4, '')
const PATHS = sequences(['a', 'b'], 6, '/')

/** The glob as a regular expression: a second, independent implementation. */
function matcherOf(glob: string): RegExp {
  const isPlain = !/[*?[{]/.test(glob)
  const body = glob
    .split('/')
    .map((name) => (name === '**' ? '**' : nameSource(name)))
    .join('/')
    .replace(/^\*\*$/, '.+')
    .replace(/^\*\*\//, '(?:.+/)?')
    .replace(/\/\*\*$/, '(?:/.+)?')
    .replaceAll('/**/', '/(?:.+/)?')
  return new RegExp(`^${body}${isPlain ? '(?:/.+)?' : ''}$`)
}

const nameSource = (name: string): string =>
  name
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('[!', '[^')
    .replaceAll(/\{(.*?)\}/g, (_, inside: string) => `(?:${inside.replaceAll(',', '|')})`)

const ATOMS = ['a', 'b', 'c', '*', '?', '[ab]', '[!a]', '[b-c]', '[^bc]', '{a,bc}', '{b,*c}']
const anyName = fc
  .array(fc.constantFrom(...ATOMS), { minLength: 1, maxLength: 2 })
  .map((atoms) => atoms.join('').replace('**', '*'))
const anyGlob = fc
  .array(fc.constantFrom('a', 'b', '*', '**'), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/').replaceAll(/(\*\*\/)+\*\*/g, '**'))

function expectToMeetIfSomeMatch(a: string, b: string, candidates: readonly string[]): void {
  const [one, other] = [matcherOf(a), matcherOf(b)]
  const common = candidates.find((path) => one.test(path) && other.test(path))
  expect([a, b, mayNameSameFile(a, b)]).toEqual([a, b, common !== undefined])
}

describe('two globs', () => {
  it('[S5] may name the same file exactly when some name matches both', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => expectToMeetIfSomeMatch(a, b, NAMES)),
      { numRuns: 1000 },
    )
  })

  it('[S5] may name the same file exactly when some path matches both', () => {
    fc.assert(
      fc.property(anyGlob, anyGlob, (a, b) => expectToMeetIfSomeMatch(a, b, PATHS)),
      { numRuns: 1000 },
    )
  })

  it('[S5] answers the same whichever comes first', () => {
    fc.assert(
      fc.property(anyGlob, anyGlob, (a, b) => {
        expect(mayNameSameFile(a, b)).toBe(mayNameSameFile(b, a))
      }),
      { numRuns: 500 },
    )
  })

  it('[S5] is decided in no time, however many stars there are', () => {
    const stars = (name: string): string => `**/${`${name}/**/`.repeat(30)}${name}`
    expect(mayNameSameFile(stars('*a*'), `${stars('*b*')}/c`)).toBe(false)
    expect(mayNameSameFile('*a'.repeat(200), `${'*b'.repeat(200)}c`)).toBe(false)
  })
})

describe('two paths', () => {
  it.each([
    ['src/*.ts', 'src/a.ts'],
    ['src/**', 'src'],
    ['src/**/a.ts', 'src/a.ts'],
    ['src/**/a.ts', 'src/x/y/a.ts'],
    ['**/*.ts', 'a.ts'],
    ['src', 'src/deep/a.ts'],
    ['src/', './src//a.ts'],
    ['.', 'anything/at/all'],
    ['/src/a.ts', 'src/a.ts'],
    ['src/{a,b}.ts', 'src/b.ts'],
    ['src/{a,b/c}.ts', 'src/b/*.ts'],
    ['[!a].ts', 'b.ts'],
    ['[!a].ts', '[!b].ts'],
    ['[a-c]', '[c-e]'],
    ['[a-c]', '[!ac]'],
    ['[^a]', 'b'],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx'],
    ['app/[id]/*', 'app/[id]/page.tsx'],
    ['*a*', '*b*'],
  ])('[S5] %s and %s may be the same file', (a, b) => {
    expect([mayNameSameFile(a, b), mayNameSameFile(b, a)]).toEqual([true, true])
  })

  it.each([
    ['src/*.ts', 'src/deep/a.ts'],
    ['src/*', 'src/deep/a.ts'],
    ['src/?', 'src/ab'],
    ['src', 'srcs/a.ts'],
    ['src/a.ts', 'src/b.ts'],
    ['*.ts', '*.md'],
    ['src/{a,b}.ts', 'src/c.ts'],
    ['[!a].ts', 'a.ts'],
    ['[!a]', '[a]'],
    ['[a-c]', '[d-f]'],
    ['[!a-y]', '[b-x]'],
    ['**/a', 'b/**/c'],
  ])('[S5] %s and %s are never the same file', (a, b) => {
    expect([mayNameSameFile(a, b), mayNameSameFile(b, a)]).toEqual([false, false])
  })

  it('are told in one way', () => {
    expect(['./a//b/', '/a/./b', 'a/b', 'a/b/.'].map(normalise)).toEqual(
      Array.from({ length: 4 }, () => 'a/b'),
    )
    expect(['.', './', '/'].map(normalise)).toEqual(['**', '**', '**'])
  })

  it('are listed as the first of two tasks names them', () => {
    expect(sharedFiles(['src/*', 'docs', 'x'], ['src/a', 'docs/b', 'y'])).toEqual(['src/*', 'docs'])
  })
})

describe('a file', () => {
  it('is named by a glob that matches it', () => {
    const names = (glob: string, file: string): boolean => fileNamedBy(glob)(file)
    expect(names('**/{a,b}.lock', 'a.lock')).toBe(true)
    expect(names('**/{a,b}.lock', 'x/y/b.lock')).toBe(true)
    expect(names('**/{a,b}.lock', 'x/bb.lock')).toBe(false)
    expect(names('**/migrations/**', 'db/migrations/1/up.sql')).toBe(true)
    expect(names('**/migrations/**', 'db/migrations.ts')).toBe(false)
    expect(names('docs', 'docs/a/b.md')).toBe(true)
    expect(names('*.m?', 'a.md')).toBe(true)
    expect(names('[ab].md', 'b.md')).toBe(true)
    expect(names('[z-a].md', 'b.md')).toBe(false)
    expect(names('a+(b).md', 'a+(b).md')).toBe(true)
  })

  it('can be given as a sample of a glob', () => {
    for (const glob of ['src/**', 'src/*.ts', '{a,b}/?.ts', '[ab]/x', 'src/a.ts'])
      expect([glob, fileNamedBy(glob)(sampleOf(glob))]).toEqual([glob, true])
  })

  it('is named by the same globs as an independent implementation says', () => {
    fc.assert(
      fc.property(anyGlob, fc.constantFrom(...PATHS), (glob, path) => {
        expect(fileNamedBy(glob)(path)).toBe(matcherOf(normalise(glob)).test(path))
      }),
    )
  })
})
