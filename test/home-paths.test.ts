/** Paths below `.conductor/` stand in src/core/value/home-paths.ts, and nowhere else in the sources. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const OWNER = 'src/core/value/home-paths.ts'
/** The Mac app Conductor, which is another program, has paths with the same names. */
const OTHER = 'src/workspaces/conductor-app/**'
const sources = globSync('src/**/*.ts', { exclude: ['**/*.test.ts', OWNER, OTHER] })
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '')

/** Only names with a dash or a dot: 'kept' or 'setup' are also words for other things. */
const names = [...readFileSync(OWNER, 'utf8').matchAll(/'([\w]+[-.][\w.-]+)'/g)].map(([, n]) => n!)

const SPELLED = [
  /['"`/]\.conductor\b(?!-)/,
  /\bjoin\((?:\w+\.)?home,/,
  /\$\{(?:\w+\.)?home\}\//,
  ...names.map((name) => new RegExp(`['"\`/]${name.replaceAll('.', '\\.')}['"\`]`)),
]

it('spells no path below .conductor in any other source file', () => {
  expect(names).toContain('conductor.db')
  const spelled = sources.flatMap((file) => {
    const text = withoutComments(readFileSync(file, 'utf8'))
    return SPELLED.filter((form) => form.test(text)).map((form) => `${file}: ${form.source}`)
  })
  expect(spelled).toEqual([])
})
