/** What GitHub itself says about a request that it did not do, in the body of its answer. */
import { isRow, textIn, type Row } from './sent.ts'

/** Each once; the errors may be texts, sentences, or names of fields. */
export function wordsIn(body: Row): readonly string[] {
  const errors: readonly unknown[] = Array.isArray(body['errors']) ? body['errors'] : []
  const words = [textIn(body, 'message'), ...errors.map(wordOf)]
  return [...new Set(words)].filter((each) => each !== '')
}

function wordOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!isRow(error)) return ''
  const [message, field] = [textIn(error, 'message'), textIn(error, 'field')]
  return message !== '' || field === '' ? message : `${field} is ${textIn(error, 'code')}`
}
