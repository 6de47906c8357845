/** Masks the secrets in everything that an entry of a transcript quotes; ids stay, because entries are joined by them. */
import type { TranscriptWords } from '../../core/transcript/entry.ts'
import { maskOutput } from '../../processes/mask-output.ts'

export const maskedWords = (words: TranscriptWords): TranscriptWords =>
  masked(words) as TranscriptWords

const IDS: ReadonlySet<string> = new Set(['call', 'asks', 'decided', 'within', 'forCall', 'kind'])

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskOutput(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, IDS.has(name) ? field : masked(field)]),
  )
}
