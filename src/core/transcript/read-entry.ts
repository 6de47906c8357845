/** Reads an entry of a transcript: the file may be torn, of another version, or changed by the agent itself. */
import { longFieldOf, type TranscriptEntry } from './entry.ts'

/** null: it is no entry that this version knows. */
export function readEntry(line: string): TranscriptEntry | null {
  const value = parsed(line)
  return isRecord(value) && typeof value['at'] === 'number' && isKnown(value)
    ? (value as unknown as TranscriptEntry)
    : null
}

type Fields = Readonly<Record<string, unknown>>

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function isKnown(entry: Fields): boolean {
  if ('within' in entry && !isText(entry['within'])) return false
  if ('call' in entry) return isText(entry['call']) && isCall(entry)
  const long = longFieldOf(entry)
  if (long !== null) return isText(entry[long])
  if ('todos' in entry) return isListOf(entry['todos'], isTodo)
  if ('asks' in entry) return areTexts(entry, ['asks', 'name', 'what'])
  if ('decided' in entry) return isText(entry['decided']) && isDecision(entry)
  if ('question' in entry)
    return areTexts(entry, ['question', 'context']) && isListOf(entry['options'], isText)
  return 'used' in entry && isRecord(entry['used']) && isUsed(entry['used'])
}

function isCall(entry: Fields): boolean {
  if ('kind' in entry) return areTexts(entry, ['kind', 'name', 'title'])
  if ('ended' in entry) return areTexts(entry, ['ended', 'says'])
  if ('diff' in entry) return areTexts(entry, ['file', 'diff'])
  return isText(entry['input']) || isText(entry['result'])
}

const isText = (value: unknown): boolean => typeof value === 'string'

const areTexts = (entry: Fields, names: readonly string[]): boolean =>
  names.every((name) => isText(entry[name]))

const isListOf = (value: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is)

const isTodo = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value['text']) &&
  ['pending', 'working', 'done'].includes(value['status'] as string)

const isDecision = ({ allowed, why }: Fields): boolean =>
  typeof allowed === 'boolean' && (why === null || isText(why))

const TOKENS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens']

const isUsed = (used: Fields): boolean =>
  TOKENS.every((name) => typeof used[name] === 'number') &&
  (used['costUsd'] === null || typeof used['costUsd'] === 'number')
