/** The last line of each file that we write. With it, a later export sees whether a person has changed the file. */
import { createHash } from 'node:crypto'

export const marked = (path: string, text: string): string =>
  `${text}${path.endsWith('.md') ? `<!-- ${markOf(text)} -->` : `# ${markOf(text)}`}\n`

/** The text without its mark; null: we did not write it, or it has been changed. Git may have changed its line ends. */
export function textAsWritten(path: string, found: string): string | null {
  const lines = found.replaceAll('\r\n', '\n')
  const text = lines.slice(0, lines.lastIndexOf('\n', lines.length - 2) + 1)
  return marked(path, text) === lines ? text : null
}

const markOf = (text: string): string =>
  `Written by Conductor, which replaces it only while nobody changes it: ${digestOf(text)}`

const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)
