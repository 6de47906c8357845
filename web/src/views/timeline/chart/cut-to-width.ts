/** Shortens a text to a width, and shows by an ellipsis that it is cut. */

/** Fewer letters than this say nothing. */
const LEAST = 2

export function cutToWidth(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const letters = Array.from(text)
  const cut = (count: number): string => `${letters.slice(0, count).join('').trimEnd()}…`
  let [fits, tooMany] = [0, letters.length]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (widthOf(cut(middle)) <= width) fits = middle
    else tooMany = middle
  }
  return fits < LEAST ? '' : cut(fits)
}
