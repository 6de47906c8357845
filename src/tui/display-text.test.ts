import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import stringWidth from 'string-width'
import {
  cutToWidth,
  displayWidth,
  fitToWidth,
  oneLine,
  tailToWidth,
  wrapToWidth,
} from './display-text.ts'

it('counts cells, not characters', () => {
  const widths = ['', 'login', '設計', 'é', 'e\u0301', '✓', '…', '👩‍👩‍👧', '🇫🇮', '한국', 'ｱ'].map(
    displayWidth,
  )
  expect(widths).toEqual([0, 5, 4, 1, 1, 1, 1, 2, 2, 4, 1])
})

it('counts what is composed as it is shown', () => {
  const widths = [
    '❤️',
    '1️⃣',
    '👍🏽',
    '\u1112\u1161\u11ab',
    'ｶﾞ',
    '\u200b',
    '\u05d0\u05b8',
    '\x1b[31m設\x1b[0m',
  ]
  expect(widths.map(displayWidth)).toEqual([2, 2, 2, 2, 2, 0, 1, 2])
})

it('is as wide as string-width says, the second time too', () => {
  const ours = fc.constantFrom(...' ~·–—…─│█░▒▓▟'.split(''))
  const texts = fc.array(fc.oneof(ours, fc.string({ unit: 'grapheme', maxLength: 3 })))
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('')
      expect([displayWidth(text), displayWidth(text)]).toEqual([
        stringWidth(text),
        stringWidth(text),
      ])
    }),
  )
})

it('shows the end of a text that is much longer', () => {
  const long = '設'.repeat(100_000)
  expect(tailToWidth(`${long}e\u0301!`, 5)).toBe('設e\u0301!')
  expect(tailToWidth('login', 9)).toBe('login')
})

it('cuts with an ellipsis and never through a character', () => {
  expect(cutToWidth('login', 5)).toBe('login')
  expect(cutToWidth('login', 4)).toBe('log…')
  expect(cutToWidth('設計を', 4)).toBe('設…')
  expect(cutToWidth('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…')
  expect(cutToWidth('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…')
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
