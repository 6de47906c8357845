/** Accepts that a branch was moved while the run worked: it may stay where it is. */
import { openMoves } from '../../landing/branch-moves.ts'
import { accept, refuse } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const acceptBranch = askKind({
  ask: 'accept-branch',
  fields: { branch: 'branch' },
  afterEnd: true,
  whileCancelled: true,
  answer(run, { branch }) {
    const open = openMoves(run)
    if (!open.some((move) => move.branch === branch))
      return refuse({ is: 'branch-not-moved', branch, moved: open.map((move) => move.branch) })
    return accept([{ type: 'branch-settled', branch, how: 'accepted' }])
  },
  isAlreadySo: (run, { branch }) => (run.movedBranches.get(branch)?.settled ?? null) !== null,
  say: ({ branch }) => `Accepted the move of branch ${branch}.`,
})

export const acceptBranchHelp: AskHelp = {
  by: 'people',
  does: 'accept that one of your branches was moved or deleted during the run',
  goesOn: true,
  commands: ['accept'],
  tool: { none: 'only a person knows whether the branch was moved on purpose' },
  noUndo: 'the branch itself has not changed',
}
