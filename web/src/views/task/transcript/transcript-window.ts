/** The part of a transcript that is in the page: read from its end, and further up or down as the user scrolls. */
import {
  foldConversation,
  type ConversationFold,
  type Item,
} from '../../../../../src/core/transcript/conversation.ts'
import type { TranscriptPiece } from '../../../../../src/core/transcript/entry.ts'

export interface TranscriptPage {
  readonly from: number
  readonly to: number
  readonly begins: number
  readonly ends: number
  readonly pieces: readonly TranscriptPiece[]
}

export interface TranscriptView {
  readonly items: readonly Item[]
  readonly pieces: readonly TranscriptPiece[]
  /** false: nothing has been read yet. */
  readonly isRead: boolean
  readonly hasEarlier: boolean
  readonly hasLater: boolean
  /** Changes when the part was replaced by another, so that there is nothing to stay at. */
  readonly jump: number
}

export interface TranscriptWindow {
  view(): TranscriptView
  subscribe(changed: () => void): () => void
  end(): Promise<void>
  earlier(): Promise<void>
  later(): Promise<void>
  /** Reads the part around a position, unless it is there already. */
  around(position: number): Promise<void>
  /** Pieces that were written meanwhile. */
  hear(pieces: readonly TranscriptPiece[]): void
  /** Where to listen for more. */
  listenFrom(): number
}

export type ReadPage = (query: Readonly<Record<string, string>>) => Promise<TranscriptPage>

const FIRST_BYTES = 2 ** 17
const MORE_BYTES = 2 ** 18

export function transcriptWindow(read: ReadPage): TranscriptWindow {
  let pieces: TranscriptPiece[] = []
  let fold: ConversationFold = foldConversation()
  let bounds = { from: 0, to: 0, begins: 0, ends: 0 }
  let isRead = false
  let jump = 0
  let isBusy = false
  let current: TranscriptView = viewNow()
  const listeners = new Set<() => void>()

  return {
    view: () => current,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    end: () => alone(readEnd),
    earlier: () => (hasEarlier() ? alone(readEarlier) : Promise.resolve()),
    later: () => (hasLater() ? alone(readLater) : Promise.resolve()),
    around(position) {
      const isHere = position >= bounds.from && position < bounds.to
      return isHere ? Promise.resolve() : alone(() => readAround(position))
    },
    hear,
    listenFrom: () => bounds.ends,
  }

  /** One read at a time: scrolling asks for the same part again and again. */
  async function alone(act: () => Promise<void>): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      await act()
    } finally {
      isBusy = false
    }
  }

  /** A line that is being written is not part of it yet. */
  async function readEnd(): Promise<void> {
    const page = await read({ before: 'end', bytes: String(FIRST_BYTES) })
    replace({ ...page, ends: page.to })
  }

  async function readEarlier(): Promise<void> {
    const page = await read({ before: String(bounds.from), bytes: String(MORE_BYTES) })
    pieces = [...page.pieces, ...pieces]
    bounds = { ...bounds, from: page.from, begins: page.begins }
    const earlier = foldConversation()
    earlier.add(page.pieces)
    fold.prepend(earlier)
    change()
  }

  async function readLater(): Promise<void> {
    const page = await read({ from: String(bounds.to) })
    const isEnd = page.pieces.length === 0
    bounds = { ...bounds, to: page.to, ends: isEnd ? page.to : Math.max(bounds.ends, page.ends) }
    add(page.pieces)
  }

  async function readAround(position: number): Promise<void> {
    const before = await read({ before: String(position), bytes: String(FIRST_BYTES) })
    const after = await read({ from: String(position) })
    replace({ ...after, from: before.from, pieces: [...before.pieces, ...after.pieces] })
  }

  function replace(page: TranscriptPage): void {
    pieces = [...page.pieces]
    bounds = page
    isRead = true
    jump++
    foldAgain()
  }

  function hear(news: readonly TranscriptPiece[]): void {
    const unknown = news.filter(({ position }) => position >= bounds.ends)
    const last = unknown.at(-1)
    if (last === undefined) return
    const wasAtEnd = !hasLater()
    // The next piece is behind this one, wherever that ends.
    bounds = { ...bounds, ends: last.position + 1 }
    if (wasAtEnd) {
      bounds = { ...bounds, to: bounds.ends }
      add(unknown)
    } else change()
  }

  function add(more: readonly TranscriptPiece[]): void {
    for (const piece of more) pieces.push(piece)
    fold.add(more)
    change()
  }

  function foldAgain(): void {
    fold = foldConversation()
    fold.add(pieces)
    change()
  }

  function change(): void {
    current = viewNow()
    for (const changed of listeners) changed()
  }

  function viewNow(): TranscriptView {
    const items = fold.items()
    return { items, pieces, isRead, hasEarlier: hasEarlier(), hasLater: hasLater(), jump }
  }

  function hasEarlier(): boolean {
    return bounds.from > bounds.begins
  }

  function hasLater(): boolean {
    return bounds.to < bounds.ends
  }
}
