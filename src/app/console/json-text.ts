/** A document as JSON text, for files and programs. Each document is converted once, because the text of a large plan has megabytes. */
const texts = new WeakMap<object, string>()

/** The caller must not change the document later. */
export function jsonText(document: unknown): string {
  if (typeof document !== 'object' || document === null) return JSON.stringify(document, null, 2)
  const text = texts.get(document) ?? JSON.stringify(document, null, 2)
  texts.set(document, text)
  return text
}
