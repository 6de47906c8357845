/** Keeps the whole input and result of a tool for the transcript; every other view shows one line of them. */
import type { TranscriptWriter } from './transcript.ts'

/** shown: the part of the input that the line about the tool shows already. */
export function keepInput(transcript: TranscriptWriter, input: unknown, shown: string): void {
  const fields = Object.entries((input ?? {}) as Readonly<Record<string, unknown>>)
  if (fields.every(([, value]) => value === shown)) return
  keep(transcript, fields.map(([name, value]) => `${name}: ${asText(value)}`).join('\n'))
}

export function keepResult(transcript: TranscriptWriter, text: string, shown: string): void {
  if (text.trim() !== shown) keep(transcript, text)
}

export function keep(transcript: TranscriptWriter, text: string): void {
  if (text !== '') transcript.write('tool', Buffer.from(text.endsWith('\n') ? text : `${text}\n`))
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
