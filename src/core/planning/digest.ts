/** A short fingerprint of a value, to see later whether it was changed. Not for secrets. */

/** FNV-1a over the JSON of the value, as five letters and digits. */
export function digestOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash.toString(36).padStart(7, '0').slice(-5)
}
