/** Which of the known words somebody probably meant. */

/** The candidate nearest to the word, or null when none is near enough to be a slip of the hand. */
export function closest(word: string, candidates: Iterable<string>): string | null {
  const typed = plain(word)
  let best: string | null = null
  let limit = firstUnlike(typed.length)
  for (const candidate of candidates) {
    const distance = editDistance(typed, plain(candidate), limit)
    if (distance < limit) [best, limit] = [candidate, distance]
    if (limit === 0) break
  }
  return best
}

/** The distance from which two words are not alike; a word of one letter is like no other. */
const firstUnlike = (length: number): number =>
  Math.min(length, Math.max(1, Math.floor(length / 3)) + 1)

/** Case and the choice of - or _ are the first things to slip. */
const plain = (word: string): string => word.toLowerCase().replaceAll('-', '_')

/** Insertions, deletions, replacements and swapped neighbours; gives up at the limit. */
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
