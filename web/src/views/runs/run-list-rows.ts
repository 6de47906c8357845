/** Which runs the list shows, and what it says about each. */
import { endFigures, type EndFigure } from '../../../../src/core/say/say-end-state.ts'
import { sayLeftOut } from '../../../../src/core/say/say-end.ts'
import { sayCostOf } from '../../../../src/core/say/say-cost.ts'
import { matches } from '../../parts/matches.ts'
import type { RunRow } from './run-documents.ts'

export const STATUSES = ['all', 'landed', 'not landed', 'open', 'waits'] as const
export type ShownStatus = (typeof STATUSES)[number]

export const STATUS_WORDS: Readonly<Record<ShownStatus, string>> = {
  all: 'All runs',
  landed: 'Everything landed',
  'not landed': 'Not everything landed',
  open: 'Not over',
  waits: 'Blocked by you',
}

export interface RunFilter {
  readonly words: string
  readonly status: ShownStatus
}

export const filterRuns = (
  rows: readonly RunRow[],
  { words, status }: RunFilter,
): readonly RunRow[] => rows.filter((row) => hasStatus(row, status) && matches(words, wordsOf(row)))

function hasStatus(row: RunRow, status: ShownStatus): boolean {
  switch (status) {
    case 'all':
      return true
    case 'landed':
      return row.status === 'completed'
    case 'not landed':
      return row.status === 'failed' || row.status === 'cancelled'
    case 'open':
      return !OVER.has(row.status)
    case 'waits':
      return row.waits_for_you
  }
}

const OVER: ReadonlySet<RunRow['status']> = new Set(['completed', 'failed', 'cancelled'])

const wordsOf = (row: RunRow): string =>
  [
    `run ${row.run}`,
    row.name,
    row.file,
    ...row.agents,
    sayStatus(row),
    sayTakenOf(row) ?? '',
    row.started_at.slice(0, 10),
  ].join(' ')

export function sayStatus(row: RunRow): string {
  if (row.waits_for_you && row.status !== 'paused') return '! Blocked by you'
  const leftOut = sayLeftOut(row.status, row.tasks)
  return leftOut === null ? WORDS[row.status] : `✓ C${leftOut.slice(1)}`
}

const WORDS: Readonly<Record<RunRow['status'], string>> = {
  completed: '✓ Everything landed',
  failed: '✕ Not everything landed',
  cancelled: '⊘ Cancelled',
  running: '▶ Running',
  paused: '‖ Paused',
  cancelling: '⊘ Cancelling',
  stopped: '■ Stopped',
}

/** Whether its result was taken, as `conductor runs` says; null: it has none, or the run is not over. */
export function sayTakenOf({ status, landing, tasks }: RunRow): string | null {
  if (landing === null || tasks.landed === 0 || !OVER.has(status)) return null
  const { taken } = landing
  if (taken === null) return 'not taken'
  return taken.is_all ? 'taken' : 'taken in part'
}

/** All that these runs came to, without those that are not over: `3 runs, 15 landed, 1 conflict, 36m instead of 2h`. */
export function totalFigures(rows: readonly RunRow[]): readonly EndFigure[] {
  const over = rows.filter(({ status }) => OVER.has(status))
  const sum = (figure: (row: RunRow) => number): number =>
    over.reduce((all, row) => all + figure(row), 0)
  const landed = sum(({ tasks }) => tasks.landed)
  if (landed === 0) return []
  const isLandingKnown = over.some(({ landing }) => landing !== null)
  const figures = endFigures({
    // What did not land in one run may have landed in the next.
    tasks: { landed, total: landed },
    landing: isLandingKnown ? { conflicts: sum(conflictsIn) } : null,
    wall_s: sum(({ wall_s }) => wall_s),
    sequential_s: sum(({ sequential_s }) => sequential_s),
  })
  const what = over.length === 1 ? 'run' : 'runs'
  return [[String(over.length), over.length < rows.length ? `finished ${what}` : what], ...figures]
}

const conflictsIn = ({ landing }: RunRow): number => landing?.conflicts ?? 0

/** Empty: only commands worked, which cost nothing. */
export function sayRunCost(row: RunRow): string {
  const { cost_usd, cost_is_partial, tokens, usage } = row
  if (cost_usd === 0 && !cost_is_partial && tokens === 0) return ''
  return sayCostOf({ cost_usd, cost_is_partial, estimated_usd: usage.estimated_usd })
}

/** The shares of the small bar, 0 to 1. */
export function sharesOf({ tasks }: RunRow): { readonly landed: number; readonly lost: number } {
  const all = Math.max(tasks.total, 1)
  return {
    landed: tasks.landed / all,
    lost: (tasks.failed + tasks.skipped + tasks.cancelled) / all,
  }
}

/** The runs to compare: at most two, of which the one that was chosen first is given up for a third. */
export const choose = (chosen: readonly string[], run: string): readonly string[] =>
  chosen.includes(run) ? chosen.filter((one) => one !== run) : [...chosen, run].slice(-2)
