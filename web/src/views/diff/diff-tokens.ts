/** The colours of a diff, for each line of both sides. */
import type { FileData, HunkTokens, TokenNode } from 'react-diff-view'
import { highlight, languageOf, type CodeToken } from './highlight.ts'

/** A larger diff has no colours. */
const MOST_CHARACTERS = 200_000

/** null: the language is not known, or the diff is too large. */
export function tokensFor(path: string, { hunks }: Pick<FileData, 'hunks'>): HunkTokens | null {
  const language = languageOf(path)
  const changes = hunks.flatMap((hunk) => hunk.changes)
  const size = changes.reduce((sum, { content }) => sum + content.length, 0)
  if (language === null || size > MOST_CHARACTERS) return null
  const tokens: HunkTokens = { old: [], new: [] }
  for (const { changes } of hunks)
    for (const side of ['old', 'new'] as const) {
      const other = side === 'old' ? 'insert' : 'delete'
      const own = changes.filter(({ type }) => type !== other)
      const lines = highlight(
        own.map(({ content }) => content),
        language,
      )
      own.forEach((change, i) => {
        tokens[side][lineOf(change, side) - 1] = lines[i]!.map(nodeOf)
      })
    }
  return tokens
}

type Change = FileData['hunks'][number]['changes'][number]

function lineOf(change: Change, side: 'old' | 'new'): number {
  if (change.type !== 'normal') return change.lineNumber
  return side === 'old' ? change.oldLineNumber : change.newLineNumber
}

/** Text of files is data: it becomes the text of an element, never HTML. */
const nodeOf = ({ part, text }: CodeToken): TokenNode =>
  part === 'plain'
    ? { type: 'text', value: text }
    : { type: 'code', className: `code-${part}`, value: text }
