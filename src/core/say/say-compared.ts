/** The figures of a comparison in words: their names, their values, and by how much they differ. */
import { formatTokens } from '../agent/usage.ts'
import type { Compared, ComparedTotal } from '../costs/compare-runs.ts'
import { formatDuration } from '../value/duration.ts'
import { formatUsd } from '../value/money.ts'

type Unit = 'count' | 'seconds' | 'usd' | 'tokens' | 'points'

interface Figure {
  readonly name: string
  readonly unit: Unit
  /** Which of two values is the better one. */
  readonly isGood: 'more' | 'less'
}

export const TOTAL_FIGURES: Readonly<Record<ComparedTotal, Figure>> = {
  landed: { name: 'Landed', unit: 'count', isGood: 'more' },
  not_landed: { name: 'Not landed', unit: 'count', isGood: 'less' },
  wall_s: { name: 'Took', unit: 'seconds', isGood: 'less' },
  work_s: { name: 'Work of all agents', unit: 'seconds', isGood: 'less' },
  cost_usd: { name: 'Cost', unit: 'usd', isGood: 'less' },
  cost_per_landed_task: { name: 'Cost per landed task', unit: 'usd', isGood: 'less' },
  tokens: { name: 'Tokens', unit: 'tokens', isGood: 'less' },
  attempts: { name: 'Attempts', unit: 'count', isGood: 'less' },
  conflicts: { name: 'Conflicts', unit: 'count', isGood: 'less' },
  checks_failed: { name: 'Failed checks', unit: 'count', isGood: 'less' },
  quality: { name: 'Quality', unit: 'points', isGood: 'more' },
}

export const sayFigure = (value: number | null, unit: Unit): string =>
  value === null ? 'not known' : FORMATS[unit](value)

const FORMATS: Readonly<Record<Unit, (value: number) => string>> = {
  count: String,
  seconds: formatDuration,
  usd: formatUsd,
  tokens: formatTokens,
  points: String,
}

/** `+$0.20 (+40 %)`; empty: they are the same, or one of them is not known. */
export function sayDifference({ first, difference }: Compared, unit: Unit): string {
  if (difference === null || difference === 0) return ''
  const sign = difference > 0 ? '+' : '−'
  const size = `${sign}${FORMATS[unit](Math.abs(difference))}`
  const percent = first === null || first === 0 ? null : Math.round((difference / first) * 100)
  if (percent === null || percent === 0 || unit === 'points') return size
  return `${size} (${sign}${Math.abs(percent)} %)`
}

/** null: neither, because they are the same or one of them is not known. */
export function isBetter({ difference }: Compared, { isGood }: Figure): boolean | null {
  if (difference === null || difference === 0) return null
  return difference > 0 === (isGood === 'more')
}
