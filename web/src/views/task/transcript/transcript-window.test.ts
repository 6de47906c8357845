import { describe, expect, it } from 'vitest'
import type { TranscriptPiece } from '../../../../../src/core/transcript/entry.ts'
import { transcriptWindow, type TranscriptPage } from './transcript-window.ts'

const MOST = 10

/** A transcript of so many pieces, each one byte long, of which the server gives ten at once. */
function transcriptOf(length: number) {
  let ends = length
  const page = (from: number, to: number): TranscriptPage => ({
    from,
    to,
    begins: 0,
    ends,
    pieces: Array.from({ length: to - from }, (_, i) => piece(from + i)),
  })
  return {
    grow: () => piece(ends++),
    async read({ from, before }: Readonly<Record<string, string>>): Promise<TranscriptPage> {
      if (from !== undefined) return page(Number(from), Math.min(ends, Number(from) + MOST))
      const to = before === 'end' ? ends : Number(before)
      return page(Math.max(0, to - MOST), to)
    },
  }
}

const piece = (position: number): TranscriptPiece => ({ at: 1, note: `${position}`, position })

describe('the part of a transcript that is in the page', () => {
  const shown = (window: ReturnType<typeof transcriptWindow>): readonly number[] =>
    window.view().items.map(({ position }) => position)

  it('begins with the end, and grows up and down without a gap', async () => {
    const file = transcriptOf(35)
    const window = transcriptWindow(file.read)
    await window.end()
    expect(shown(window).at(0)).toBe(25)
    while (window.view().hasEarlier) await window.earlier()
    window.hear([file.grow(), file.grow()])
    expect(shown(window)).toEqual(Array.from({ length: 37 }, (_, i) => i))
    expect(window.view().hasLater).toBe(false)
  })

  it('is another part after a jump, which does not show what comes at the end before it was read', async () => {
    const file = transcriptOf(100)
    const window = transcriptWindow(file.read)
    await window.end()
    await window.around(50)
    expect(shown(window)).toEqual(Array.from({ length: 20 }, (_, i) => 40 + i))
    window.hear([file.grow()])
    expect(window.view()).toMatchObject({ hasEarlier: true, hasLater: true })
    while (window.view().hasLater) await window.later()
    expect(shown(window)).toEqual(Array.from({ length: 61 }, (_, i) => 40 + i))
  })

  it('shows nothing twice, though it may be sent twice', async () => {
    const file = transcriptOf(3)
    const window = transcriptWindow(file.read)
    await window.end()
    window.hear([piece(2), file.grow()])
    window.hear([piece(3)])
    expect(shown(window)).toEqual([0, 1, 2, 3])
  })
})
