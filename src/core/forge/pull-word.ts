/** How a pull request and its checks stand in a word each, for places without room for a sentence. */
import type { LanePull } from './lane-pull.ts'

export type PullWord =
  /** Its branch is pushed, and it is not opened yet. */
  | 'pushed'
  | 'draft'
  | 'open'
  | 'approved'
  | 'changes requested'
  | 'merged'
  | 'closed'
  /** Its branch cannot be brought up to date. */
  | 'stuck'

export function pullWord({ opened, sight, trouble }: LanePull): PullWord {
  if (sight !== null && sight.state !== 'open') return sight.state
  if (trouble !== null) return 'stuck'
  if (opened === null) return 'pushed'
  if (sight?.review === 'changes-requested') return 'changes requested'
  if (sight?.review === 'approved') return 'approved'
  return sight?.isDraft ? 'draft' : 'open'
}

export type CiWord = 'checks passed' | 'checks failed' | 'checks running' | 'no checks'

/** null: nobody looks at its checks, because it is not open, or was not seen yet. */
export function ciWord({ opened, sight }: LanePull): CiWord | null {
  return opened === null || sight?.state !== 'open' ? null : CI_WORDS[sight.ci]
}

const CI_WORDS = {
  pass: 'checks passed',
  fail: 'checks failed',
  pending: 'checks running',
  '': 'no checks',
} as const
