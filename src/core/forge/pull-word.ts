/** The status of a pull request, and of its checks, in one word each. */
import { isAnswered, isContained, isOpen, type LanePull } from './lane-pull.ts'

export type PullWord =
  /** The branch is pushed, and the pull request is not opened yet. */
  | 'pushed'
  | 'draft'
  | 'open'
  | 'approved'
  | 'changes requested'
  | 'merged'
  | 'closed'
  /** A later run has put its own work into the pull request. */
  | 'taken over'
  /** The branch cannot be updated. */
  | 'stuck'

export function pullWord(pull: LanePull): PullWord {
  const { opened, sight, trouble, takenOverBy } = pull
  if (isContained(pull)) return 'merged'
  if (takenOverBy !== null) return 'taken over'
  if (sight !== null && sight.state !== 'open') return sight.state
  if (trouble !== null) return 'stuck'
  if (opened === null) return 'pushed'
  if (sight?.review === 'changes-requested' && !isAnswered(pull)) return 'changes requested'
  if (sight?.review === 'approved') return 'approved'
  return sight?.isDraft ? 'draft' : 'open'
}

export type CiWord = 'checks passed' | 'checks failed' | 'checks running' | 'no checks'

/** null: the checks do not matter, because the pull request is not open or was not read yet. */
export function ciWord(pull: LanePull): CiWord | null {
  return !isOpen(pull) || pull.sight === null ? null : CI_WORDS[pull.sight.ci]
}

const CI_WORDS = {
  pass: 'checks passed',
  fail: 'checks failed',
  pending: 'checks running',
  '': 'no checks',
} as const
