/** An amount of money as a person types it. */

/** null: it is none. */
export function readUsd(said: string): number | null {
  const amount = said.trim().replace(/^\$\s*/, '')
  return /^\d+(\.\d+)?$/.test(amount) && Number(amount) > 0 ? Number(amount) : null
}
