import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutToWidth, displayWidth, fitToWidth, oneLine, wrapToWidth } from './display-text.ts'

it('counts cells, not characters', () => {
  const widths = ['', 'login', '設計', 'é', 'e\u0301', '✓', '…', '👩‍👩‍👧', '🇫🇮', '한국', 'ｱ'].map(
    displayWidth,
  )
  expect(widths).toEqual([0, 5, 4, 1, 1, 1, 1, 2, 2, 4, 1])
})

it('cuts with an ellipsis and never through a character', () => {
  expect(cutToWidth('login', 5)).toBe('login')
  expect(cutToWidth('login', 4)).toBe('log…')
  expect(cutToWidth('設計を', 4)).toBe('設…')
  expect(cutToWidth('login', 0)).toBe('')
})

it('fills up to the width', () => {
  expect(fitToWidth('設', 4)).toBe('設  ')
})

it('wraps at the width', () => {
  expect(wrapToWidth('abcdefg', 3)).toEqual(['abc', 'def', 'g'])
  expect(wrapToWidth('設計を', 3)).toEqual(['設', '計', 'を'])
  expect(wrapToWidth('', 3)).toEqual([''])
})

it('makes what programs print harmless', () => {
  expect(oneLine('\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07')).toBe('red link')
  expect(oneLine('10%\r20%\r30%\r')).toBe('30%')
  expect(oneLine('a\nb\r\nc')).toBe('a b c')
  expect(oneLine('a\tb\x07\x00c')).toBe('a  bc')
  expect(oneLine('\u202eevil\u202c')).toBe('evil')
  expect(oneLine('\x1b[2J\x1b[Hcleared')).toBe('cleared')
})

it('never exceeds the width, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
      expect(displayWidth(cutToWidth(oneLine(text), width))).toBeLessThanOrEqual(width)
      expect(displayWidth(fitToWidth(oneLine(text), width))).toBe(width)
    }),
  )
})

it('lets no control character through, whatever is printed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(oneLine(text)).not.toMatch(/[\p{Control}\p{Bidi_Control}]/u)
    }),
  )
})
