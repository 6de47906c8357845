/** The last action of an attempt in one line, from the end of its transcript. */
import { lastLinesOf, oneLineOf } from '../text/plain-text.ts'
import type { CallBegun, CallKind, TranscriptEntry } from './entry.ts'

/** null: none of these entries is an action. */
export function lastActionOf(entries: readonly TranscriptEntry[]): string | null {
  for (const entry of entries.toReversed()) {
    const action = actionIn(entry)
    if (action !== null && action !== '') return action.slice(0, LONGEST)
  }
  return null
}

const LONGEST = 200

function actionIn(entry: TranscriptEntry): string | null {
  if ('kind' in entry) return sayCall(entry)
  if ('said' in entry) return lastLineOf(entry.said)
  if ('out' in entry) return lastLineOf(entry.out)
  if ('err' in entry) return lastLineOf(entry.err)
  if ('thought' in entry) return 'Thinking'
  return null
}

const VERBS: Readonly<Record<CallKind, string>> = {
  command: 'Runs',
  read: 'Reads',
  edit: 'Edits',
  search: 'Searches for',
  web: 'Fetches',
  mcp: 'Calls',
  agent: 'Sub-agent:',
  todo: 'Plans its steps',
  other: 'Uses',
}

function sayCall({ kind, name, title }: CallBegun): string {
  if (kind === 'todo') return VERBS.todo
  const object = kind === 'mcp' || kind === 'other' ? `${name} ${title}` : title || name
  return oneLineOf(`${VERBS[kind]} ${object}`)
}

const lastLineOf = (text: string): string | null => {
  const line = lastLinesOf(text, 1)[0]
  return line === undefined ? null : oneLineOf(line)
}
