import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

it('marks what was removed and added, with three lines around it', () => {
  const text = (word: string): string => `1\n2\n3\n4\n${word}\n6\n7\n8\n9\n`
  expect(lineDiff(text('old'), text('new'))).toBe(' 2\n 3\n 4\n-old\n+new\n 6\n 7\n 8\n')
  expect(lineDiff(null, 'a\nb\n')).toBe('+a\n+b\n')
  expect(lineDiff('same\n', 'same\n')).toBe('')
})

it('keeps lines that stay between two changes', () => {
  expect(lineDiff('a\nkeep\nb', 'c\nkeep\nd')).toBe('-a\n+c\n keep\n-b\n+d\n')
})

it('holds the changed part of both texts, whatever they are', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = lineDiff(text(before), text(after)).split('\n')
      const side = (mark: string): string =>
        text(
          lines
            .filter((line) => ' '.concat(mark).includes(line.at(0) ?? '?'))
            .map((line) => line.slice(1)),
        )
      expect(text(before)).toContain(side('-'))
      expect(text(after)).toContain(side('+'))
      expect(lines.length === 1).toBe(text(before) === text(after))
    }),
  )
})

it('does not take long for large texts that have nothing in common', () => {
  const lines = (word: string): string =>
    Array.from({ length: 20_000 }, (_, i) => `${word} ${i}`).join('\n')
  expect(lineDiff(lines('a'), lines('b')).split('\n')).toHaveLength(40_001)
})
