import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = `${import.meta.dirname}/..`

/** A rule begins a paragraph in docs: `**S1** ...`; each page has its letter. */
const RULE = /^\*\*([A-Z]\d+)\*\*/gm

/** The name of a test begins with its rule: `it('[S1] ...')`. */
const CITED = /['"`]\[([A-Z]\d+)\]/g

function rulesIn(files: string, pattern: RegExp): readonly string[] {
  return globSync(files, { cwd: ROOT, exclude: ['node_modules/**'] }).flatMap((file) =>
    Array.from(readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(pattern), ([, rule]) => rule!),
  )
}

describe('the numbered rules', () => {
  const rules = rulesIn('docs/**/*.md', RULE)
  const cited = new Set(rulesIn('{src,test}/**/*.test.{ts,tsx}', CITED))

  it('are found, each once', () => {
    expect(rules).toContain('S1')
    expect(rules.length).toBe(new Set(rules).size)
  })

  it('have a test each', () => {
    expect(rules.filter((rule) => !cited.has(rule))).toEqual([])
  })

  it('are written down when a test cites them', () => {
    expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([])
  })
})
