/** What a reviewer writes beside lines, and what the agent is told of it. */

export interface Comment {
  readonly path: string
  /** Of the new text, or of the old one for a line that went. */
  readonly line: number
  readonly side: 'old' | 'new'
  /** The line itself, so that the agent finds it when it has moved. */
  readonly quoted: string
  readonly words: string
}

export type Comments = ReadonlyMap<string, Comment>

/** One comment per line. */
export const placeOf = ({ path, line, side }: Omit<Comment, 'words' | 'quoted'>): string =>
  `${path}:${side}:${line}`

export function withComment(comments: Comments, comment: Comment): Comments {
  const next = new Map(comments)
  if (comment.words.trim() === '') next.delete(placeOf(comment))
  else next.set(placeOf(comment), comment)
  return next
}

/** In the order of files and lines, with what was said about the whole first. */
export function sayComments(comments: Comments, overall: string): string {
  const said = [...comments.values()]
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
    .map(sayComment)
  return [...(overall.trim() === '' ? [] : [overall.trim()]), ...said].join('\n\n')
}

const sayComment = ({ path, line, side, quoted, words }: Comment): string =>
  `${path}, line ${line}${side === 'old' ? ' (as it was before)' : ''}: \`${quoted.trim()}\`\n${words.trim()}`
