/** Amounts of memory and disk as people write them: "512MB", "4 GB", "2GiB". */

const POWERS = ['', 'k', 'm', 'g', 't'] as const

const SIZE = /^(\d+(?:\.\d+)?) *([kmgt]?)(i?)b?$/

/** The number of bytes, or null when the text is no size; MB counts in thousands, MiB in 1024s. */
export function parseSize(text: string): number | null {
  const parts = SIZE.exec(text.trim().toLowerCase())
  if (parts === null) return null
  const [, count, prefix, binary] = parts
  if (binary === 'i' && prefix === '') return null
  const power = POWERS.findIndex((candidate) => candidate === prefix)
  return Math.round(Number(count) * (binary === 'i' ? 1024 : 1000) ** power)
}

/** "512 MB", "1.5 GB", "12 B". */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), POWERS.length - 1)
  const count = Math.round((bytes / 1000 ** power) * 10) / 10
  return `${count} ${POWERS[power]!.toUpperCase()}B`
}
