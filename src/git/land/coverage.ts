/** Reads the line coverage that the project's own tests have reported; we never measure or guess it. */
import { readFileSync, statSync } from 'node:fs'

/** The percentage from a coverage-summary.json (Istanbul) or an lcov.info; null when there is no such file. */
export function readCoverage(file: string): number | null {
  if (markOf(file) === null) return null
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.json') ? fromSummary(text) : fromLcov(text)
}

/**
 * Call this before the tests, and the returned function after them. The function returns null when the
 * tests have not written the file anew.
 */
export function coverageWritten(file: string | null): () => number | null {
  if (file === null) return () => null
  const before = markOf(file)
  return () => (markOf(file) === before ? null : readCoverage(file))
}

/** A mark that changes whenever the file is written; null: there is no such file. */
function markOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat?.isFile() === true ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : null
}

export const wasWrittenSince = (file: string, at: number): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= at

function fromSummary(text: string): number | null {
  try {
    const summary = JSON.parse(text) as { total?: { lines?: { pct?: unknown } } }
    const percent = summary.total?.lines?.pct
    return typeof percent === 'number' ? percent : null
  } catch {
    // The file is no coverage summary: then the coverage is unknown.
    return null
  }
}

function fromLcov(text: string): number | null {
  const sum = (field: string): number =>
    [...text.matchAll(new RegExp(`^${field}:(\\d+)`, 'gm'))].reduce(
      (n, [, count]) => n + Number(count),
      0,
    )
  const lines = sum('LF')
  return lines === 0 ? null : Math.round((sum('LH') / lines) * 1000) / 10
}
