/** Cuts an entry with a long text into entries with parts of the text, at line ends where there are some. */
import { longFieldOf, type TranscriptEntry } from '../../core/transcript/entry.ts'

export function partsOf(entry: TranscriptEntry, longest: number): readonly TranscriptEntry[] {
  const field = longFieldOf(entry)
  if (field === null) return [entry]
  const text = (entry as unknown as Readonly<Record<string, string>>)[field]!
  if (text.length <= longest) return [entry]
  const isOfWords = WORDS.has(field)
  return cut(text, longest).map(
    (part, i) =>
      ({
        ...entry,
        [field]: part,
        ...(isOfWords && i > 0 ? { more: true } : {}),
      }) as unknown as TranscriptEntry,
  )
}

/** An entry that is too long for one line of the file; a character that JSON escapes takes six bytes. */
export function halvesOf(entry: TranscriptEntry): readonly TranscriptEntry[] {
  const field = longFieldOf(entry)
  if (field === null) return [entry]
  const { length } = (entry as unknown as Readonly<Record<string, string>>)[field]!
  return length < 2 ? [entry] : partsOf(entry, Math.ceil(length / 2))
}

/** Of these, an entry begins something new unless it says that it goes on. */
const WORDS: ReadonlySet<string> = new Set(['said', 'thought', 'told'])

function cut(text: string, longest: number): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const far = from + longest
    const lineEnd = text.lastIndexOf('\n', far - 1) + 1
    const to = far >= text.length || lineEnd <= from ? far : lineEnd
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}
