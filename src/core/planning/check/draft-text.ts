/** Text of models and specs as data: without control characters, escape codes and invisible marks. */
import { plainText } from '../../text/plain-text.ts'

/** C1 controls, marks that turn the direction of text, and characters that nobody sees, which models read all the same. */
const INVISIBLE =
  /[\x80-\x9f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu

export const cleanText = (text: string): string =>
  plainText(text.replaceAll(/\r\n?/g, '\n'))
    .toWellFormed()
    .replaceAll(INVISIBLE, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim()

/** Cut at a word, with a sign that something is missing. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1).toWellFormed()
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${atWord.length > longest / 2 ? atWord : cut}…`
}
