/** The rows of a conversation: each item is one row, and what is open of it is cut into rows that are quick to show. */
import type { Item } from '../../../../../src/core/transcript/conversation.ts'
import { plainText } from '../../../../../src/core/text/plain-text.ts'

export type Row =
  | { readonly is: 'item'; readonly key: string; readonly item: Item; readonly isOpen: boolean }
  | {
      readonly is: 'block'
      readonly key: string
      readonly item: Item
      readonly text: string
      readonly isDiff: boolean
      readonly isLast: boolean
    }

export const keyOf = (item: Item): string =>
  item.is === 'call' ? `call ${item.id}` : `${item.is} ${item.position}`

const MOST_LINES = 60
const MOST_CHARACTERS = 8000
/** A longer line is cut, because a browser takes long to lay it out. */
const LONGEST_LINE = 2000

/** isOpen: which items the user has opened, by key. */
export function rowsOf(items: readonly Item[], isOpen: (key: string) => boolean): readonly Row[] {
  return items.flatMap((item) => rowsOfItem(item, isOpen))
}

function rowsOfItem(item: Item, isOpen: (key: string) => boolean): readonly Row[] {
  if (item.is === 'nothing') return []
  const key = keyOf(item)
  if (item.is === 'output' && item.side !== 'folded') return blockRows(key, item, bodyOf(item))
  const open = isOpen(key)
  const head = headRow(key, item, open)
  return open && hasBody(item) ? [head, ...blockRows(key, item, bodyOf(item))] : [head]
}

/** The same row as before when nothing has changed, so that it is not drawn again. */
function headRow(key: string, item: Item, isOpen: boolean): Row {
  const before = headsBefore.get(item)
  if (before?.isOpen === isOpen) return before
  const row = { is: 'item', key, item, isOpen } as const
  headsBefore.set(item, row)
  return row
}

const headsBefore = new WeakMap<Item, Row & { readonly is: 'item' }>()

interface Part {
  readonly text: string
  readonly isDiff: boolean
}

const hasBody = (item: Item): boolean =>
  item.is === 'call' || item.is === 'thought' || item.is === 'output'

/** Everything that a call, a thought or a program has to show. */
export function bodyOf(item: Item): readonly Part[] {
  switch (item.is) {
    case 'call': {
      const changes = item.changes.flatMap(({ texts }) => part(texts, true))
      return [...part(item.input), ...changes, ...part(item.result)]
    }
    case 'thought':
    case 'output':
      return part(item.texts)
    default:
      return []
  }
}

const part = (texts: readonly string[], isDiff = false): readonly Part[] =>
  texts.length === 0 ? [] : [{ text: plainText(texts.join('')), isDiff }]

/** Items are replaced when they change, so what was cut once stays right. */
const cutBefore = new WeakMap<Item, readonly Row[]>()

function blockRows(key: string, item: Item, parts: readonly Part[]): readonly Row[] {
  const before = cutBefore.get(item)
  if (before !== undefined) return before
  const blocks = parts.flatMap(({ text, isDiff }) =>
    blocksIn(text).map((block) => ({ text: block, isDiff })),
  )
  const rows = blocks.map((block, i): Row => ({
    is: 'block',
    key: `${key} ${i}`,
    item,
    ...block,
    isLast: i === blocks.length - 1,
  }))
  cutBefore.set(item, rows)
  return rows
}

export function blocksIn(text: string): readonly string[] {
  const blocks: string[] = []
  let block: string[] = []
  let characters = 0
  for (const line of linesIn(text)) {
    if (block.length >= MOST_LINES || characters + line.length > MOST_CHARACTERS) {
      if (block.length > 0) blocks.push(block.join('\n'))
      block = []
      characters = 0
    }
    block.push(line)
    characters += line.length
  }
  if (block.length > 0) blocks.push(block.join('\n'))
  return blocks
}

function linesIn(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.flatMap((line) =>
    line.length <= LONGEST_LINE ? [line] : (line.match(PIECES) ?? [line]),
  )
}

const PIECES = new RegExp(`[^]{1,${LONGEST_LINE}}`, 'g')

export interface Preview {
  readonly lines: readonly string[]
  readonly isDiff: boolean
  readonly total: number
}

const FEW = 6
const FEW_CHANGES = 14
/** More is never looked at for a preview, however long a result is. */
const LOOKED_AT = 20_000

/** The few lines of a call that are shown before it is opened: its change, the end of an error, or how a result begins. */
export function previewOf(item: Item): Preview {
  const before = previewsBefore.get(item)
  if (before !== undefined) return before
  const preview = makePreview(item)
  previewsBefore.set(item, preview)
  return preview
}

const previewsBefore = new WeakMap<Item, Preview>()

function makePreview(item: Item): Preview {
  if (item.is !== 'call') return { lines: [], isDiff: false, total: 0 }
  const total = countLines(item)
  const [change] = item.changes
  if (change !== undefined && item.ended?.failed !== true)
    return { lines: beginning(change.texts, FEW_CHANGES), isDiff: true, total }
  if (item.ended?.failed === true) return { lines: endOf(item.result), isDiff: false, total }
  const isShown = item.kind === 'command' || item.kind === 'other' || item.kind === 'mcp'
  return { lines: isShown ? beginning(item.result, FEW) : [], isDiff: false, total }
}

function beginning(texts: readonly string[], count: number): readonly string[] {
  let text = ''
  for (const next of texts) {
    text += next.slice(0, LOOKED_AT)
    if (text.length >= LOOKED_AT) break
  }
  return linesIn(plainText(text.slice(0, LOOKED_AT))).slice(0, count)
}

const endOf = (texts: readonly string[]): readonly string[] =>
  linesIn(plainText(texts.slice(-2).join('').slice(-LOOKED_AT))).slice(-2 * FEW)

function countLines(item: Item & { readonly is: 'call' }): number {
  const changes = item.changes.flatMap((change) => change.texts)
  const result = item.result.reduce((sum, text) => sum + linesOf(text), 0)
  // A row with a diff already shows that the file was changed.
  const isSaid = changes.length > 0 && item.ended?.failed === false && result <= 2
  // The command itself is the title; what is said of it in one line is not worth opening it.
  const isSmall = item.kind === 'command' && !item.input.join('').trim().includes('\n')
  const input = isSmall ? [] : item.input
  const shown = [...input, ...changes].reduce((sum, text) => sum + linesOf(text), 0)
  return shown + (isSaid ? 0 : result)
}

function linesOf(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return text.endsWith('\n') || text === '' ? count : count + 1
}
