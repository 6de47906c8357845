/** The difference of two texts, line by line, as git shows it: small enough for what agents change at once. */

const CONTEXT = 3
/** Above this many pairs of lines the changed part is shown as removed and added as a whole. */
const MOST_PAIRS = 250_000

/** A unified diff without its header; '' when the texts are the same. before null: the file was written anew. */
export function lineDiff(before: string | null, after: string): string {
  const [old, now] = [linesOf(before ?? ''), linesOf(after)]
  const start = commonAtStart(old, now)
  const end = commonAtEnd(old.slice(start), now.slice(start))
  const changed = diffOf(old.slice(start, old.length - end), now.slice(start, now.length - end))
  if (changed.length === 0) return ''
  const above = Math.max(0, start - CONTEXT)
  const below = old.slice(old.length - end, old.length - end + CONTEXT)
  const lines = [...marked(' ', old.slice(above, start)), ...changed, ...marked(' ', below)]
  return `${lines.join('\n')}\n`
}

const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const marked = (mark: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => mark + line)

function commonAtStart(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < a.length && count < b.length && a[count] === b[count]) count++
  return count
}

const commonAtEnd = (a: readonly string[], b: readonly string[]): number =>
  commonAtStart(a.toReversed(), b.toReversed())

function diffOf(old: readonly string[], now: readonly string[]): readonly string[] {
  if (old.length * now.length > MOST_PAIRS || old.length === 0 || now.length === 0)
    return [...marked('-', old), ...marked('+', now)]
  return walk(old, now, commonLengths(old, now))
}

/** At [i][j]: how many lines the rests of both texts, from i and from j on, have in common at most. */
function commonLengths(
  old: readonly string[],
  now: readonly string[],
): readonly (readonly number[])[] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  )
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

function walk(
  old: readonly string[],
  now: readonly string[],
  lengths: readonly (readonly number[])[],
): readonly string[] {
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length)
    if (old[i] === now[j]) {
      lines.push(` ${old[i++]}`)
      j++
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) lines.push(`-${old[i++]}`)
    else lines.push(`+${now[j++]}`)
  return [...lines, ...marked('-', old.slice(i)), ...marked('+', now.slice(j))]
}
