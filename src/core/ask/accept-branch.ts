/** A person says that a branch which was moved while the run worked may stay where it is. */
import { openMoves } from '../landing/branch-moves.ts'
import type { Run } from '../run/run.ts'
import { accept, refuse, type Answer } from './answer.ts'

export function acceptBranch(run: Run, branch: string): Answer {
  const open = openMoves(run)
  if (!open.some((move) => move.branch === branch))
    return refuse({ is: 'branch-not-moved', branch, moved: open.map((move) => move.branch) })
  return accept([{ type: 'branch-settled', branch, how: 'accepted' }])
}
