import { describe, expect, it } from 'vitest'
import { foldConversation } from '../../../../../src/core/transcript/conversation.ts'
import type { TranscriptWords } from '../../../../../src/core/transcript/entry.ts'
import { blocksIn, previewOf, rowsOf } from './rows.ts'

function itemsOf(...words: readonly TranscriptWords[]) {
  const fold = foldConversation()
  fold.add(words.map((entry, i) => ({ ...entry, at: i, position: i })))
  return fold.items()
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${i}\n`).join('')

const called = (kind: 'command' | 'read', result: string, ended: 'well' | 'failed' = 'well') =>
  itemsOf(
    { call: 'c', kind, name: 'x', title: 't' },
    { call: 'c', result },
    { call: 'c', ended, says: '' },
  )

describe('the rows of a conversation', () => {
  it('are one for a call, and more for what is open of it, none of them long', () => {
    const items = called('command', lines(1000))
    expect(rowsOf(items, () => false)).toHaveLength(1)
    const rows = rowsOf(items, () => true)
    expect(rows.length).toBeGreaterThan(10)
    const texts = rows.flatMap((row) => (row.is === 'block' ? [row.text] : []))
    expect(`${texts.join('\n')}\n`).toBe(lines(1000))
  })

  it('are the same rows as before when nothing has changed', () => {
    const items = called('command', lines(3))
    const [first] = rowsOf(items, () => false)
    expect(rowsOf(items, () => false)[0]).toBe(first)
  })

  it('never hold a line that a browser would take long for', () => {
    const blocks = blocksIn('x'.repeat(1_000_000))
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThan(9000)
    expect(blocks.join('').replaceAll('\n', '')).toHaveLength(1_000_000)
  })

  it('show no codes of terminals', () => {
    const [row] = rowsOf(itemsOf({ out: '\x1b[31mred\x1b[0m\n10%\r100%\n' }), () => false)
    expect(row).toMatchObject({ is: 'block', text: 'red\n100%' })
  })
})

describe('what is shown of a call before it is opened', () => {
  it('is how the output begins, or how an error ends, and nothing of a file', () => {
    const first = (items: ReturnType<typeof called>) => previewOf(items[0]!)
    expect(first(called('command', lines(40)))).toMatchObject({ total: 40 })
    expect(first(called('command', lines(40))).lines.at(0)).toBe('line 0')
    expect(first(called('command', lines(40), 'failed')).lines.at(-1)).toBe('line 39')
    expect(first(called('read', lines(40)))).toEqual({ lines: [], isDiff: false, total: 40 })
  })

  it('is all there is of a short command, of which nothing more can be opened', () => {
    const [item] = itemsOf(
      { call: 'c', kind: 'command', name: 'Bash', title: 'cat a.ts' },
      { call: 'c', input: 'description: Look at it\n' },
      { call: 'c', result: 'one\ntwo\n' },
      { call: 'c', ended: 'well', says: '' },
    )
    expect(previewOf(item!)).toEqual({ lines: ['one', 'two'], isDiff: false, total: 2 })
  })

  it('is the change that it makes', () => {
    const [item] = itemsOf(
      { call: 'c', kind: 'edit', name: 'Edit', title: 'a.ts' },
      { call: 'c', file: 'a.ts', diff: '-a\n+b\n' },
      { call: 'c', result: 'done\n' },
      { call: 'c', ended: 'well', says: '' },
    )
    expect(previewOf(item!)).toEqual({ lines: ['-a', '+b'], isDiff: true, total: 2 })
  })
})
