import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = `${import.meta.dirname}/..`

/** A rule begins a paragraph in docs: `**S1** ...`; the letter is that of its page. */
const RULE = /^\*\*([A-Z]\d+)\*\*/gm

/** A test names its rule in front: `it('[S1] ...')`. */
const CITED = /['"`]\[([A-Z]\d+)\]/g

function found(files: string, pattern: RegExp): readonly string[] {
  return globSync(files, { cwd: ROOT, exclude: ['node_modules/**'] }).flatMap((file) =>
    Array.from(readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(pattern), ([, rule]) => rule!),
  )
}

describe('the numbered rules', () => {
  const rules = found('docs/**/*.md', RULE)
  const cited = new Set(found('{src,test}/**/*.test.{ts,tsx}', CITED))

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
