/** The hunks of a file in which git has left conflict markers, as its agent is told about them. */

/** A hunk as it stands in the file, with its markers. */
export interface MarkedHunk {
  /** The number of its first line; 1 is the first of the file. */
  readonly line: number
  readonly text: string
}

/** An agent reads the rest in the file. */
const MOST_HUNKS = 20
const MOST_LINES = 40

export function markedHunks(text: string): readonly MarkedHunk[] {
  const lines = text.split('\n')
  const hunks: MarkedHunk[] = []
  let begun: number | null = null
  for (const [i, line] of lines.entries()) {
    if (/^<{7} /.test(line)) begun = i
    if (!/^>{7} /.test(line) || begun === null) continue
    hunks.push({ line: begun + 1, text: cut(lines.slice(begun, i + 1)) })
    begun = null
    if (hunks.length === MOST_HUNKS) break
  }
  return hunks
}

const cut = (lines: readonly string[]): string =>
  lines.length <= MOST_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MOST_LINES), `(${lines.length - MOST_LINES} more lines)`].join('\n')
