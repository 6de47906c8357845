import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { openKeyReader } from './read-keys.ts'

/** Keys by name, pasted text as `{ paste }`, in the order of the pieces that arrived. */
function read(...pieces: readonly string[]): (string | { paste: string })[] {
  const got: (string | { paste: string })[] = []
  const reader = openKeyReader({
    key: (key) => got.push(key),
    paste: (paste) => got.push({ paste }),
  })
  pieces.forEach(reader.read)
  reader.close()
  return got
}

const marked = (text: string): string => `\x1b[200~${text}\x1b[201~`

describe('keys', () => {
  it('are what was typed, also if several arrive at once', () => {
    expect(read('jq', 'ü設👍')).toEqual(['j', 'q', 'ü', '設', '👍'])
  })

  it('have a name where they type nothing', () => {
    expect(read('\r', '\n', '\t', '\x7f', '\b')).toEqual([
      'enter',
      'enter',
      'tab',
      'backspace',
      'backspace',
    ])
    expect(read('\x03', '\x0c', '\x1a', '\x03\x03')).toEqual([
      'ctrl-c',
      'ctrl-l',
      'ctrl-z',
      'ctrl-c',
      'ctrl-c',
    ])
  })

  it.each([
    ['up', '\x1b[A', '\x1bOA', '\x1b[1;2A'],
    ['down', '\x1b[B', '\x1bOB', '\x1b[1;5B'],
    ['home', '\x1b[H', '\x1bOH', '\x1b[1~', '\x1b[7~'],
    ['end', '\x1b[F', '\x1bOF', '\x1b[4~', '\x1b[8~'],
    ['page-up', '\x1b[5~', '\x1b[5;2~'],
    ['page-down', '\x1b[6~'],
    ['backspace', '\x1b[3~'],
    ['tab', '\x1b[Z'],
  ])('%s is understood from any terminal', (name, ...sequences) => {
    expect(read(...sequences)).toEqual(sequences.map(() => name))
    expect(read(sequences.join(''))).toEqual(sequences.map(() => name))
  })

  it('are understood in pieces', () => {
    expect(read('j\x1b', '[', '5', '~k')).toEqual(['j', 'page-up', 'k'])
  })

  it('that we do not know, or that come with Alt, type nothing', () => {
    expect(read('\x1b[15~', '\x1b[[A', '\x1bOP', '\x1b[?1;2c', '\x1bq', 'x')).toEqual(['x'])
  })

  it('include Escape, once it is clear that nothing follows', async () => {
    const got: string[] = []
    const reader = openKeyReader({ key: (key) => got.push(key), paste: () => {} })
    reader.read('\x1b')
    expect(got).toEqual([])
    await until('it is clear', () => (got.length > 0 ? true : null))
    reader.read('\x1b\x1b[A')
    expect(got).toEqual(['escape', 'escape', 'up'])
  })
})

describe('pasted text', () => {
  it('arrives whole and never acts as keys', () => {
    expect(read(`j${marked('q\ry\x03\x1b[Ax')}k`)).toEqual(['j', { paste: 'q\ry\x03\x1b[Ax' }, 'k'])
  })

  it('arrives whole wherever it is cut on its way', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.nat(60)), (text, cuts) => {
        const all = `j${marked(text)}k`
        const at = [0, ...cuts.toSorted((one, other) => one - other), all.length]
        const pieces = at.slice(1).map((end, i) => all.slice(at[i], end))
        expect(read(...pieces)).toEqual(['j', { paste: text }, 'k'])
      }),
    )
  })

  it('is known by its line breaks in a terminal that does not mark it', () => {
    expect(read('first\rq\r')).toEqual([{ paste: 'first\rq\r' }])
    expect(read('ok\r')).toEqual(['o', 'k', 'enter'])
    expect(read('ok\r\n')).toEqual(['o', 'k', 'enter'])
  })
})
