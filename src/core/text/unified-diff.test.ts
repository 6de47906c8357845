import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

it('shows added lines with three lines around them', () => {
  expect(unifiedDiff('a\nb\nc\nd\ne\n', 'a\nb\nc\nd\nnew\ne\n', 'tasks.yaml')).toBe(
    '--- a/tasks.yaml\n+++ b/tasks.yaml\n@@ -2,4 +2,5 @@\n b\n c\n d\n+new\n e\n',
  )
})

it('shows a new file, and nothing when nothing differs', () => {
  expect(unifiedDiff(null, 'a\n', 'x')).toBe('--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n')
  expect(unifiedDiff('a\n', 'a\n', 'x')).toBe('')
})

it('is applied by git to any text, with or without an end of the last line', () => {
  const place = mkdtempSync(join(tmpdir(), 'conductor-diff-'))
  const text = fc.array(fc.constantFrom('a\n', 'b\n', '\n', 'c'), { minLength: 1, maxLength: 8 })
  try {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')]
        if (before === after) return
        writeFileSync(join(place, 'x'), before)
        const input = unifiedDiff(before, after, 'x')
        execFileSync('git', ['apply', '--unidiff-zero', '-'], { cwd: place, input })
        expect(readFileSync(join(place, 'x'), 'utf8')).toBe(after)
      }),
      { numRuns: 15, seed: 7 },
    )
  } finally {
    rmSync(place, { recursive: true })
  }
})
