import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { highlight, languageOf } from './highlight.ts'

const marked = (path: string, text: string): string =>
  highlight(text.split('\n'), languageOf(path)!)
    .map((tokens) =>
      tokens.map(({ part, text }) => (part === 'plain' ? text : `[${part} ${text}]`)).join(''),
    )
    .join('\n')

it('comments, texts, numbers and words of a language are told apart', () => {
  expect(marked('a.ts', "const a = 'it\\'s' + 0x1f // end")).toBe(
    "[word const] a = [string 'it\\'s'] + [number 0x1f] [comment // end]",
  )
  expect(marked('a.css', '/* one\ntwo */ a { top: 1px }')).toBe(
    '[comment /* one]\n[comment two */] a { top: [number 1px] }',
  )
  expect(marked('a.py', 'def f(): # none')).toBe('[word def] f(): [comment # none]')
  expect(marked('a.yaml', 'a: true')).toBe('a: [word true]')
})

it('an unknown language has no colours, whatever it is called', () => {
  for (const path of ['a', 'a.unknown', 'a.constructor', '.ts/x', 'a.'])
    expect(languageOf(path)).toBe(null)
})

it('no character is lost or added, whatever the text is', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({
          unit: fc.constantFrom('a', '1', '"', "'", '`', '/', '*', '#', '\\', ' ', '<'),
        }),
      ),
      fc.constantFrom('a.ts', 'a.c', 'a.py', 'a.sh', 'a.css', 'a.json'),
      (lines, path) => {
        const tokens = highlight(lines, languageOf(path)!)
        expect(tokens.map((line) => line.map(({ text }) => text).join(''))).toEqual(lines)
      },
    ),
  )
})
