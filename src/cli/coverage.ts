/** Line coverage as the project's own tests have reported it; we never measure or guess it ourselves. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Percent, from a coverage-summary.json (Istanbul) or an lcov.info; null when there is none. */
export function readCoverage(directory: string, file: string | null): number | null {
  if (file === null || !existsSync(resolve(directory, file))) return null
  const text = readFileSync(resolve(directory, file), 'utf8')
  return file.endsWith('.json') ? fromSummary(text) : fromLcov(text)
}

function fromSummary(text: string): number | null {
  try {
    const summary = JSON.parse(text) as { total?: { lines?: { pct?: unknown } } }
    const percent = summary.total?.lines?.pct
    return typeof percent === 'number' ? percent : null
  } catch {
    // Not what it is said to be: then we know nothing.
    return null
  }
}

function fromLcov(text: string): number | null {
  const sum = (field: string): number =>
    [...text.matchAll(new RegExp(`^${field}:(\\d+)`, 'gm'))].reduce(
      (n, [, found]) => n + Number(found),
      0,
    )
  const lines = sum('LF')
  return lines === 0 ? null : Math.round((sum('LH') / lines) * 1000) / 10
}
