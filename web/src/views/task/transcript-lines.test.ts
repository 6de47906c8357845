import { describe, expect, it } from 'vitest'
import { NO_LINES, shownText, wantedLines, withPieces } from './transcript-lines.ts'

const shown = (...pieces: readonly object[]): readonly string[] =>
  withPieces(NO_LINES, pieces as never).lines.map((line) => `${line.kind} ${shownText(line)}`)

describe('lines of a transcript', () => {
  it('are cut where they end, and joined where they do not', () => {
    const pieces = [
      { at: 1, out: 'one\ntw' },
      { at: 2, out: 'o\nthree' },
    ]
    expect(shown(...pieces)).toEqual(['out one', 'out two', 'out three'])
  })

  it('of the two sides are not mixed', () => {
    const pieces = [
      { at: 1, out: 'half' },
      { at: 2, err: 'oh\n' },
      { at: 3, note: 'stopped' },
    ]
    expect(shown(...pieces)).toEqual(['out half', 'err oh', 'note stopped'])
  })

  it('show no codes of terminals, and of a line written over only its last form', () => {
    expect(shown({ at: 1, out: '\x1b[31mred\x1b[0m\n10%\r50%\r100%\n' })).toEqual([
      'out red',
      'out 100%',
    ])
  })

  it('keep the newest fifty thousand, and say how many are gone', () => {
    const text = Array.from({ length: 50_010 }, (_, i) => `${i}\n`).join('')
    const { lines, dropped } = withPieces(NO_LINES, [{ at: 1, out: text }])
    expect([lines.length, dropped, shownText(lines[0]!)]).toEqual([50_000, 10, '10'])
  })

  it('of tools are folded until they are wanted or looked for', () => {
    const pieces = [
      { at: 1, out: '> Bash npm test\n' },
      { at: 2, tool: 'FAIL a.test.ts\n' },
    ]
    const { lines } = withPieces(NO_LINES, pieces)
    const wanted = (words: string, full: boolean) =>
      wantedLines(lines, { words, full }).map((line) => shownText(line))
    expect(wanted('', false)).toEqual(['> Bash npm test'])
    expect(wanted('', true)).toEqual(['> Bash npm test', 'FAIL a.test.ts'])
    expect(wanted('fail', false)).toEqual(['FAIL a.test.ts'])
  })

  it('that never end are cut, so that the next piece is not joined to all of it', () => {
    const pieces = Array.from({ length: 100 }, (_, at) => ({ at, tool: 'x'.repeat(65_536) }))
    const { lines } = withPieces(NO_LINES, pieces)
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(8192)
    expect(lines.reduce((sum, { text }) => sum + text.length, 0)).toBe(6_553_600)
  })

  it('keep empty lines', () => {
    expect(shown({ at: 1, out: 'a\n\nb\n' })).toEqual(['out a', 'out ', 'out b'])
  })
})
