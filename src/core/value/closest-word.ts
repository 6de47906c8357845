/** The candidate that the user probably meant by the word; null when none is close enough to be a typing error. */
export function closestWord(word: string, candidates: Iterable<string>): string | null {
  const typedWord = plain(word)
  let best: string | null = null
  let limit = firstUnlike(typedWord.length)
  for (const candidate of candidates) {
    const distance = editDistance(typedWord, plain(candidate), limit)
    if (distance < limit) [best, limit] = [candidate, distance]
    if (limit === 0) break
  }
  return best
}

/** Words that differ by this many edits are not taken for each other; a word of one letter matches only itself. */
const firstUnlike = (length: number): number =>
  Math.min(length, Math.max(1, Math.floor(length / 3)) + 1)

/** Ignores case and the choice of - or _, which are mistyped most often. */
const plain = (word: string): string => word.toLowerCase().replaceAll('-', '_')

/** Counts insertions, deletions, replacements and swapped neighbours; stops counting at the limit. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = nextRow(from, to, row, [beforeLast, last])
    if (Math.min(...current) >= limit) return limit
    beforeLast = last
    last = current
  }
  return last[to.length] ?? limit
}

function nextRow(
  from: string,
  to: string,
  row: number,
  [beforeLast, last]: readonly [readonly number[], readonly number[]],
): number[] {
  const current = [row]
  for (let column = 1; column <= to.length; column++) {
    const replaced = last[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1)
    const isSwap = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
    const swapped = isSwap ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity
    current.push(Math.min(replaced, swapped, last[column]! + 1, current[column - 1]! + 1))
  }
  return current
}
