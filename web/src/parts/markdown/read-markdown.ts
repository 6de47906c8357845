/** Reads Markdown into tokens, with limits: a text that is too long, or too deep, is shown as it is. */
import { Lexer, type MarkedToken, type Token as AnyToken } from 'marked'

export type { AnyToken }
/** The kinds of tokens that the parser itself makes. */
export type Token = MarkedToken

const LONGEST = 50_000
/** Quotes and lists nested deeper than any person writes them. They are not parsed, because the parser is recursive. */
const DEEPEST = /^(?:[ \t]*(?:[>*+-]|\d+[.)])){20}/m
/** The parser compares each mark of a paragraph with all others of it. */
const MOST_MARKS = 200
/** Where a new paragraph, heading or list item begins. */
const RUN_BEGINS = /\n(?=\s*(?:\n|[*+-]\s|\d+[.)]\s|#))/

export function readMarkdown(text: string): readonly Token[] {
  if (!isSmall(text)) return [{ type: 'text', raw: text, text, escaped: false }]
  return new Lexer({ gfm: true }).lex(text) as readonly Token[]
}

/** Inline elements only. */
export function readMarkdownLine(text: string): readonly Token[] {
  if (!isSmall(text)) return [{ type: 'text', raw: text, text, escaped: false }]
  return new Lexer({ gfm: true }).inlineTokens(text) as readonly Token[]
}

const isSmall = (text: string): boolean =>
  text.length <= LONGEST &&
  !DEEPEST.test(text) &&
  text.split(RUN_BEGINS).every((run) => marksIn(run) <= MOST_MARKS)

function marksIn(run: string): number {
  let count = 0
  for (const character of run) if (MARKS.has(character)) count++
  return count
}

const MARKS: ReadonlySet<string> = new Set('*_~[]`<')

/** null: it leads somewhere else than to a web page. */
export function safeLink(href: string): string | null {
  const url = URL.parse(href)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
