/** Reads a text as Markdown blocks: headings, list items, tables, paragraphs. A text without any marks is paragraphs, or a list of short lines. */

export type Block = Heading | Item | Table | Paragraph

interface Heading {
  readonly is: 'heading'
  readonly level: number
  readonly text: string
}

export interface Item {
  readonly is: 'item'
  /** 0 for the outermost list. */
  readonly depth: number
  /** The number in a numbered list. */
  readonly number: number | null
  /** null: it has no box. */
  readonly isChecked: boolean | null
  readonly text: string
}

export interface Table {
  readonly is: 'table'
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface Paragraph {
  readonly is: 'paragraph'
  readonly text: string
}

export interface Markdown {
  readonly blocks: readonly Block[]
  /** Comments that a reader of the rendered text does not see; nothing of them is used. */
  readonly hiddenComments: number
}

export function readMarkdown(text: string): Markdown {
  const comments = text.match(/<!--[^]*?(?:-->|$)/g) ?? []
  const visible = text.replaceAll(/<!--[^]*?(?:-->|$)/g, '').replace(/^---\n[^]*?\n---\n/, '')
  const reading: Reading = { blocks: [], open: [], indents: [], isAfterBlank: false }
  readLines(visible.replaceAll('\t', '    ').split('\n'), reading)
  closeParagraph(reading)
  return { blocks: reading.blocks, hiddenComments: comments.length }
}

interface Reading {
  readonly blocks: Block[]
  /** The lines of a paragraph that may go on. */
  open: string[]
  /** The indentations of the lists that are open. */
  indents: number[]
  /** What follows an empty line belongs to an item only if it is indented. */
  isAfterBlank: boolean
}

function readLines(lines: readonly string[], reading: Reading): void {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (/^\s*(?:```|~~~)/.test(line)) at = readCode(lines, at, reading)
    else if (isTableStart(lines, at)) at = readTable(lines, at, reading)
    else readLine(line, reading)
  }
}

/** Code explains what stands before it and is part of that. */
function readCode(lines: readonly string[], start: number, reading: Reading): number {
  let end = start + 1
  while (end < lines.length && !/^\s*(?:```|~~~)/.test(lines[end]!)) end++
  const code = lines.slice(start, end + 1).join('\n')
  const last = reading.blocks.at(-1)
  if (reading.open.length === 0 && last?.is === 'item') {
    reading.blocks[reading.blocks.length - 1] = { ...last, text: `${last.text}\n${code}` }
  } else {
    closeParagraph(reading)
    reading.blocks.push({ is: 'paragraph', text: code })
  }
  return end
}

const isTableStart = (lines: readonly string[], at: number): boolean =>
  lines[at]!.includes('|') &&
  /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$/.test(lines[at + 1] ?? '')

function readTable(lines: readonly string[], start: number, reading: Reading): number {
  closeParagraph(reading)
  let end = start + 2
  while (end < lines.length && lines[end]!.includes('|')) end++
  const rows = lines.slice(start + 2, end).map(cellsOf)
  reading.blocks.push({ is: 'table', header: cellsOf(lines[start]!), rows })
  return end - 1
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const HEADING = /^ {0,3}(#{1,6}) +(.+?)(?: +#+)? *$/
const BOLD_LINE = /^ {0,3}(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?\s*$/
const LIST_ITEM = /^( *)(?:[-*+•–]|(\d{1,4})[.)]|[a-z][.)])\s+(.*)$/
const ISSUE_LINE = /^( *)(#\d+\b.*)$/
/** The output of `gh issue list`. */
const ISSUE_ROW = /^#?(\d+) {2,}(OPEN|CLOSED) {2,}(.+?)(?: {2,}(.*))?$/
/** `T1: ...`, `AUTH-12 - ...` at the start of a line. */
const KEYED_LINE = /^( *)([A-Z][A-Za-z]{0,9}-?\d{1,5}(?::| -| –|\.)\s.+)$/

function readLine(line: string, reading: Reading): void {
  if (line.trim() === '') return closeBlock(reading)
  if (/^ {0,3}(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/.test(line)) return underline(line, reading)
  const heading = HEADING.exec(line)
  if (heading) return pushHeading(heading[1]!.length, heading[2]!, reading)
  const bold = reading.open.length === 0 ? BOLD_LINE.exec(line) : null
  if (bold) return pushHeading(5, bold[1]!, reading)
  const item = readItem(line)
  if (item) pushItem(item, reading)
  else if (isContinuation(line, reading)) continueItem(line, reading)
  else reading.open.push(line.replace(/^ {0,3}>\s?/, ''))
}

function closeBlock(reading: Reading): void {
  closeParagraph(reading)
  reading.isAfterBlank = true
}

interface FoundItem {
  readonly indent: number
  readonly number: number | null
  readonly text: string
}

function readItem(line: string): FoundItem | null {
  const listed = LIST_ITEM.exec(line)
  if (listed) {
    const number = listed[2] === undefined ? null : Number(listed[2])
    return { indent: listed[1]!.length, number, text: listed[3]! }
  }
  const row = ISSUE_ROW.exec(line)
  if (row) {
    const box = row[2] === 'CLOSED' ? '[x] ' : ''
    return { indent: 0, number: null, text: `${box}#${row[1]} ${row[3]}` }
  }
  const plain = ISSUE_LINE.exec(line) ?? KEYED_LINE.exec(line)
  return plain ? { indent: plain[1]!.length, number: null, text: plain[2]! } : null
}

function pushItem({ indent, number, text }: FoundItem, reading: Reading): void {
  closeParagraph(reading, true)
  reading.isAfterBlank = false
  reading.indents = reading.indents.filter((outer) => outer < indent)
  const depth = reading.indents.length
  reading.indents.push(indent)
  const box = /^\[([ xX-])\]\s*/.exec(text)
  const isChecked = box ? /[xX]/.test(box[1]!) : null
  const words = box ? text.slice(box[0].length) : text
  if (words.trim() !== '')
    reading.blocks.push({ is: 'item', depth, number, isChecked, text: words.trim() })
}

/** A line that is indented below an item belongs to it, and so does a line that follows it directly. */
function isContinuation(line: string, reading: Reading): boolean {
  if (reading.blocks.at(-1)?.is !== 'item' || reading.open.length > 0) return false
  return /^ {2,}\S/.test(line) || (reading.indents.length > 0 && !reading.isAfterBlank)
}

function continueItem(line: string, reading: Reading): void {
  const last = reading.blocks.at(-1) as Item
  reading.blocks[reading.blocks.length - 1] = { ...last, text: `${last.text}\n${line.trim()}` }
}

function pushHeading(level: number, text: string, reading: Reading): void {
  closeParagraph(reading)
  reading.indents = []
  reading.blocks.push({ is: 'heading', level, text: text.trim() })
}

/** A line of signs below a paragraph makes it a heading; else it only divides. */
function underline(line: string, reading: Reading): void {
  const title = reading.open.length === 1 ? reading.open[0]! : null
  if (title === null || /^\s*[*_]/.test(line)) return closeParagraph(reading)
  reading.open = []
  pushHeading(line.includes('=') ? 1 : 2, title, reading)
}

const SHORT_LINE = 60

/** beforeList: a short last line with a colon is the heading of the list. */
function closeParagraph(reading: Reading, beforeList = false): void {
  const lines = reading.open
  reading.open = []
  if (lines.length === 0) return
  reading.indents = []
  const last = lines.at(-1)!.trim()
  const isLabel =
    beforeList && last.length <= SHORT_LINE && /:\s*$/.test(last) && !/[.!?]\s/.test(last)
  const body = isLabel ? lines.slice(0, -1) : lines
  if (isShortLines(body)) {
    for (const line of body) reading.blocks.push(plainItem(line))
  } else if (body.length > 0) reading.blocks.push({ is: 'paragraph', text: body.join('\n').trim() })
  if (isLabel) reading.blocks.push({ is: 'heading', level: 6, text: last.replace(/:\s*$/, '') })
}

const plainItem = (line: string): Item => ({
  is: 'item',
  depth: 0,
  number: null,
  isChecked: null,
  text: line.trim(),
})

/** Wrapped prose has long lines; three short ones without full stops are a list that someone typed without marks. */
const isShortLines = (lines: readonly string[]): boolean =>
  lines.length >= 3 &&
  lines.every(
    (line) => line.trim().length <= SHORT_LINE && !/[,;.:!?]\s*$/.test(line) && /\w/.test(line),
  )
