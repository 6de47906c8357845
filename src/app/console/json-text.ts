/** A document as the text that files and programs get. Worked out once for each: that of a large plan has megabytes. */
const texts = new WeakMap<object, string>()

/** The document is not changed later. */
export function jsonText(document: unknown): string {
  if (typeof document !== 'object' || document === null) return JSON.stringify(document, null, 2)
  const text = texts.get(document) ?? JSON.stringify(document, null, 2)
  texts.set(document, text)
  return text
}
