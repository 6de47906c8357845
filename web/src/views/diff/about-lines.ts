/** A task about lines of a diff that the user has selected: where they are, and what they say. */
import type { TaskAbout } from '../../act/new-work.ts'

export interface SelectedLines {
  readonly path: string
  /** Line numbers as the diff shows them; null: not known. */
  readonly from: number | null
  readonly to: number | null
  readonly quote: string
}

const LONGEST_QUOTE = 4000

export function aboutLines({ path, from, to, quote }: SelectedLines): TaskAbout {
  const text = quote.replaceAll('\r\n', '\n').trimEnd().slice(0, LONGEST_QUOTE)
  // The quoted lines may have such a fence, too.
  const fence = '`'.repeat(
    Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)),
  )
  const words = `In ${path}${sayLines(from, to)}:\n\n${fence}\n${text}\n${fence}\n\n`
  return { words, files: [path] }
}

function sayLines(from: number | null, to: number | null): string {
  if (from === null || to === null) return ''
  return from === to ? `, line ${from}` : `, lines ${Math.min(from, to)} to ${Math.max(from, to)}`
}
