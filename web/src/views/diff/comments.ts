/** The comments that a reviewer writes beside lines, and the text that the agent gets of them. */

export interface Comment {
  readonly path: string
  /** The line number in the new text, or in the old one for a deleted line. */
  readonly line: number
  readonly side: 'old' | 'new'
  /** The text of the line, so that the agent finds it when it has moved. */
  readonly quoted: string
  readonly words: string
}

export type Comments = ReadonlyMap<string, Comment>

/** The key of a comment: there is one comment per line. */
export const placeOf = ({ path, line, side }: Omit<Comment, 'words' | 'quoted'>): string =>
  `${path}:${side}:${line}`

export function withComment(comments: Comments, comment: Comment): Comments {
  const next = new Map(comments)
  if (comment.words.trim() === '') next.delete(placeOf(comment))
  else next.set(placeOf(comment), comment)
  return next
}

/** The overall comment first, then the comments in the order of files and lines. */
export function sayComments(comments: Comments, overall: string): string {
  const byLine = [...comments.values()]
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
    .map(sayComment)
  return [...(overall.trim() === '' ? [] : [overall.trim()]), ...byLine].join('\n\n')
}

const sayComment = ({ path, line, side, quoted, words }: Comment): string =>
  `${path}, line ${line}${side === 'old' ? ' (as it was before)' : ''}: \`${quoted.trim()}\`\n${words.trim()}`
