/** A three-way merge of a text, cut into pieces: what git could merge, and the hunks that somebody has to decide. */

export interface Hunk {
  readonly base: string
  /** What is in the target already. */
  readonly landed: string
  /** What the task delivers. */
  readonly task: string
}

export type Piece =
  | { readonly is: 'merged'; readonly text: string }
  | ({ readonly is: 'hunk' } & Hunk)

/** The labels of the marker lines that git is asked to write. */
export const LABELS = { landed: 'landed', base: 'base', task: 'task' } as const

/** Markers of this length are in none of the texts, so each of them is git's. */
export function markerSize(texts: readonly string[]): number {
  const runs = texts.flatMap((text) => text.match(/^([<>|=])\1{6,}/gm) ?? [])
  return Math.max(6, ...runs.map((run) => run.length)) + 1
}

/** merged: the output of `git merge-file -p --diff3` with LABELS and markers of this size. */
export function piecesIn(merged: string, size: number, versions: Hunk): readonly Piece[] {
  const pieces: Piece[] = []
  let part: keyof Hunk | 'merged' = 'merged'
  let text = ''
  let hunk = { base: '', landed: '', task: '' }
  const flush = (): void => {
    if (text !== '') pieces.push({ is: 'merged', text })
    text = ''
  }
  for (const line of linesOf(merged)) {
    const mark = markOf(line, size)
    if (mark === '<') {
      flush()
      hunk = { base: '', landed: '', task: '' }
      part = 'landed'
    } else if (mark === '|') part = 'base'
    else if (mark === '=') part = 'task'
    else if (mark === '>') {
      pieces.push({ is: 'hunk', ...hunk })
      part = 'merged'
    } else if (part === 'merged') text += line
    else hunk = { ...hunk, [part]: hunk[part] + line }
  }
  flush()
  return withOwnEnd(pieces, versions)
}

/** Every line with its line break. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

function markOf(line: string, size: number): string | null {
  const sign = line[0] ?? ''
  if (!'<|=>'.includes(sign) || sign === '' || !line.startsWith(sign.repeat(size))) return null
  return /^( (landed|base|task))?\r?\n?$/.test(line.slice(size)) ? sign : null
}

/** Before a marker git ends the last line of a text even if the text itself does not. */
function withOwnEnd(pieces: readonly Piece[], versions: Hunk): readonly Piece[] {
  const last = pieces.at(-1)
  if (last?.is !== 'hunk') return pieces
  const own = (side: keyof Hunk): string =>
    versions[side].endsWith('\n') ? last[side] : last[side].replace(/\r?\n$/, '')
  return [
    ...pieces.slice(0, -1),
    { is: 'hunk', base: own('base'), landed: own('landed'), task: own('task') },
  ]
}

export const hunksIn = (pieces: readonly Piece[]): readonly Hunk[] =>
  pieces.filter((piece) => piece.is === 'hunk')
