import { describe, expect, it } from 'vitest'
import { foldConversation, type Item } from './conversation.ts'
import type { TranscriptWords } from './entry.ts'

function itemsOf(...words: readonly TranscriptWords[]) {
  const fold = foldConversation()
  words.forEach((entry, i) => fold.add([{ ...entry, at: i, position: i * 10 }]))
  return fold.items()
}

const HEAD = { call: 'c', kind: 'command', name: 'Bash', title: 'npm test' } as const

describe('a conversation', () => {
  it('has one item for a call, at the place where it began', () => {
    const items = itemsOf(
      HEAD,
      { said: 'meanwhile' },
      { call: 'c', input: 'timeout: 5\n' },
      { call: 'c', result: 'one\n' },
      { call: 'c', result: 'two\n' },
      { call: 'c', ended: 'failed', says: 'one' },
    )
    expect(items).toMatchObject([
      {
        is: 'call',
        position: 0,
        title: 'npm test',
        input: ['timeout: 5\n'],
        result: ['one\n', 'two\n'],
        ended: { at: 5, failed: true },
      },
      { is: 'said', texts: ['meanwhile'] },
    ])
  })

  it('joins what goes on, and nothing else', () => {
    const items = itemsOf(
      { said: 'a\n' },
      { said: 'b', more: true },
      { said: 'c' },
      { thought: 'd' },
      { said: 'e', more: true, within: 'x' },
    )
    expect(items.map((item) => ('texts' in item ? item.texts.join('') : ''))).toEqual([
      'a\nb',
      'c',
      'd',
      'e',
    ])
  })

  it('has what was decided about a permission where it was asked for', () => {
    const [first] = itemsOf({ asks: 'r', name: 'Bash', what: 'rm' }, HEAD, {
      decided: 'r',
      allowed: false,
      why: 'no',
    })
    expect(first).toMatchObject({ is: 'permission', decided: { allowed: false, why: 'no' } })
  })

  it('shows a call whose beginning was not read', () => {
    const items = itemsOf(
      { call: 'c', result: 'the rest\n' },
      { call: 'c', ended: 'well', says: '' },
    )
    expect(items).toMatchObject([{ is: 'call', isCut: true, result: ['the rest\n'] }])
  })

  it('that is read from its end is the same as one that is read from its beginning', () => {
    const words: readonly TranscriptWords[] = [
      { said: 'first' },
      HEAD,
      { asks: 'r', name: 'Bash', what: 'rm' },
      { call: 'c', result: 'one\n' },
      { said: 'between' },
      { call: 'c', result: 'two\n' },
      { decided: 'r', allowed: true, why: null },
      { call: 'c', ended: 'well', says: 'one' },
      { said: 'last' },
    ]
    const pieces = words.map((entry, i) => ({ ...entry, at: i, position: i }))
    const whole = foldConversation()
    whole.add(pieces)
    for (let cut = 0; cut <= pieces.length; cut++) {
      const [earlier, later] = [foldConversation(), foldConversation()]
      later.add(pieces.slice(cut, 8))
      earlier.add(pieces.slice(0, cut))
      later.prepend(earlier)
      later.add(pieces.slice(Math.max(8, cut)))
      const items = later.items().filter(({ is }) => is !== 'nothing')
      // What was decided about a request that had not been read is not known.
      const known = (item: Item): Item =>
        item.is === 'permission' ? { ...item, decided: null } : item
      expect(items.map(known)).toEqual(whole.items().map(known))
    }
  })

  it('joins the output of a program by its side, and the changes of a file', () => {
    const items = itemsOf(
      { out: 'a\n' },
      { out: 'b\n' },
      { err: 'c\n' },
      HEAD,
      { call: 'c', file: 'x', diff: '-1\n' },
      { call: 'c', file: 'x', diff: '+2\n' },
      { call: 'c', file: 'y', diff: '+3\n' },
    )
    expect(items).toMatchObject([
      { side: 'out', texts: ['a\n', 'b\n'] },
      { side: 'err', texts: ['c\n'] },
      { changes: [{ file: 'x', texts: ['-1\n', '+2\n'] }, { file: 'y' }] },
    ])
  })

  it('takes no long time for very many small parts of one call', () => {
    const fold = foldConversation()
    const piece = { call: 'c', result: 'x\n', at: 0, position: 0 }
    const began = performance.now()
    fold.add(Array.from({ length: 300_000 }, () => piece))
    expect(performance.now() - began).toBeLessThan(3000)
    expect(fold.items()).toHaveLength(1)
  })
})
