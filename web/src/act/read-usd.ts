/** Reads an amount of money as a user types it; null when the text is no amount. */
export function readUsd(text: string): number | null {
  const amount = text.trim().replace(/^\$\s*/, '')
  return /^\d+(\.\d+)?$/.test(amount) && Number(amount) > 0 ? Number(amount) : null
}
