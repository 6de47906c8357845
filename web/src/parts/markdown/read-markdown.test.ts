import { describe, expect, it } from 'vitest'
import { readMarkdown, safeLink } from './read-markdown.ts'

describe('Markdown of an agent', () => {
  it('is read into tokens, of which HTML is one that is shown as text', () => {
    const types = readMarkdown('# Hi\n\n- a\n- b\n\n<script>alert(1)</script>\n').map(
      ({ type }) => type,
    )
    expect(types).toEqual(['heading', 'space', 'list', 'space', 'html'])
  })

  it('links only to web pages', () => {
    expect(safeLink('https://example.org/a?b')).toBe('https://example.org/a?b')
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '/tasks/a',
      'vbscript:x',
      ' java\nscript:x',
    ])
      expect(safeLink(href)).toBe(null)
  })

  it('takes no long time, whatever it is', () => {
    const texts = [
      '[',
      '*a',
      '> ',
      '`',
      '![](',
      '<!--',
      '|a',
      '- ',
      '_*~',
      '[a](b',
      '\\',
      '&',
      'a*b_',
      '[[]](',
      '\n> *a_*a_',
      '\n| *a_',
    ]
    for (const text of texts) {
      const began = performance.now()
      readMarkdown(text.repeat(99_000 / text.length))
      readMarkdown(text.repeat(400))
      expect([text, performance.now() - began < 2000]).toEqual([text, true])
    }
  })
})
