/** Reads the fields of a model's answer, which may be anything: other names for a key, one entry instead of a list. */
import { cleanLine, cleanText, cutText } from './draft-text.ts'

export type Answer = Readonly<Record<string, unknown>>

export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of the first of these keys that is there; `task_count` is also found as `taskCount`. */
export function fieldOf(answer: Answer, ...keys: readonly string[]): unknown {
  for (const key of keys.flatMap((one) => [one, camel(one)])) {
    const value = Object.hasOwn(answer, key) ? answer[key] : undefined
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

const camel = (key: string): string =>
  key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const listIn = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  return value === undefined || value === null || value === '' ? [] : [value]
}

/** Empty when the value is no text. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? cleanText(value) : ''

export function lineIn(value: unknown, longest = Infinity): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? cutText(cleanLine(value), longest) : ''
}

export const linesIn = (value: unknown, longest = 300): readonly string[] =>
  [...new Set(listIn(value).map((entry) => lineIn(entry, longest)))].filter((line) => line !== '')
