import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('output for people', () => {
  it.each([
    ['colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['cursor movement', 'a\x1b[2J\x1b[10;20Hb\x1b[?25l', 'ab'],
    ['a window title', '\x1b]0;my title\x07text', 'text'],
    ['a window title that ends otherwise', '\x1b]2;my title\x1b\\text', 'text'],
    ['a link', '\x1b]8;;https://x.y\x07link\x1b]8;;\x07', 'link'],
    ['a reset of the terminal', '\x1bctext', 'text'],
    ['a device string', '\x1bP1$r0m\x1b\\text', 'text'],
    ['a character set', '\x1b(Btext', 'text'],
    ['bells and backspaces', 'be\x07ll\x08', 'bell'],
    ['an escape code that was cut off', 'text\x1b[31', 'text'],
    ['a line that was rewritten', '10 %\r50 %\r100 %\n', '100 %\n'],
    ['a line that was rewritten and ended as on Windows', 'a\rb\r\nc', 'b\nc'],
    ['a progress line that is not finished', 'one\n20 %\r', 'one\n20 %'],
    ['line ends as on Windows', 'a\r\nb\r\r\n', 'a\nb\n'],
    ['tabs, which stay', 'a\tb', 'a\tb'],
    ['other alphabets, which stay', 'für ✓ 日本', 'für ✓ 日本'],
  ])('without %s', (_, text, expected) => {
    expect(plainText(text)).toBe(expected)
  })

  it('is no slower for one long line than for many short ones', () => {
    const line = 'x'.repeat(1_000_000)
    expect(plainText(line)).toBe(line)
  })

  it('keeps colours where they are wanted, and nothing else that could do harm', () => {
    const text = '\x1b[31mred\x1b[0m\x1b[2J\x1b]0;title\x07\x1bc\x1b[6n'
    expect(plainText(text, { colours: true })).toBe('\x1b[31mred\x1b[0m')
  })
})
