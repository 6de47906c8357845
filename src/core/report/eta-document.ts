/** How long a run still takes, for programs: the same on the command line, for MCP clients and in the API. */
import type { Run } from '../run/run.ts'
import { timeLeft } from '../schedule/time-left.ts'

export interface EtaDocument {
  /** Whole seconds; null: the end is not known. */
  readonly eta_s: number | null
  readonly eta_low_s: number | null
  readonly eta_high_s: number | null
  readonly eta_at_least_s: number
  readonly overdue: readonly { readonly id: string; readonly by_s: number }[]
}

const UNKNOWN: EtaDocument = {
  eta_s: null,
  eta_low_s: null,
  eta_high_s: null,
  eta_at_least_s: 0,
  overdue: [],
}

/** While a task is overdue or no coordinator runs, only how much is still to come is known, not when the run ends. */
export function etaDocument(run: Run, now: number, isConducted: boolean): EtaDocument {
  if (run.ended !== null) return { ...UNKNOWN, eta_s: 0, eta_low_s: 0, eta_high_s: 0 }
  if (isComingToItsEnd(run)) return UNKNOWN
  const { seconds, low, high, atLeast, isOpen, overdue: late } = timeLeft(run, now)
  const overdue = isConducted ? late : []
  const isKnown = isConducted && !isOpen
  return {
    eta_s: isConducted && overdue.length === 0 ? Math.round(seconds) : null,
    eta_low_s: isKnown ? Math.round(low) : null,
    eta_high_s: isKnown ? Math.round(high) : null,
    eta_at_least_s: Math.round(atLeast),
    overdue: overdue.map(({ task, seconds: by }) => ({ id: task, by_s: Math.round(by) })),
  }
}

/** The time that attempts take to stop says nothing about the time left, so none is told then. */
export const isComingToItsEnd = ({ cancelled, stopping }: Run): boolean => cancelled || stopping
