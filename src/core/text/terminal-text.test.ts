import { describe, expect, it } from 'vitest'
import { typedWord } from './command-line.ts'
import { nameInLine } from './name-in-line.ts'
import { forTerminal } from './terminal-text.ts'

describe('what is printed on a terminal', () => {
  const NAME = 'e\x1b[31mvil\u202e\x9b2J\x1b[2J\x1b]0;t\x07\r\x08'

  it('has no escape code, control character or turn of the writing direction', () => {
    expect(forTerminal(`${NAME}\n\tjö 日本 👍`, 'none')).toBe('evil2J\n\tjö 日本 👍')
  })

  it('has our own colours, or those of git, where they are wanted', () => {
    const text = '\x1b[1mbold\x1b[0m \x1b[36mgit\x1b[m \x1b[8mhidden'
    expect(forTerminal(text, 'ours')).toBe('\x1b[1mbold\x1b[0m git hidden')
    expect(forTerminal(`${text}\x1b[2J`, 'all')).toBe(text)
  })

  it('shows a name in one line, also where it is quoted for a shell', () => {
    expect(nameInLine('n\nl\x1b[2J\u202e')).toBe('n�l�[2J�')
    expect(typedWord("n\nl's\u202e")).toBe(String.raw`$'n\nl\'s\u202e'`)
  })
})
