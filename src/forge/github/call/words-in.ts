/** Reads the messages of GitHub from the body of a refusal. */
import { isRow, textIn, type Row } from './sent.ts'

/** Each message once. An error may be a text, an object with a message, or the name of a field. */
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
