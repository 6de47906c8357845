/** A branch that was moved while a run worked, in words, with the commands to type about it. */
import type { BranchMove, HowSettled } from '../../landing/branch-moves.ts'
import { shellWord, type Way } from '../../text/command-line.ts'
import type { CommitId } from '../../value/ids.ts'

/** Git does not show whether an agent moved the branch, or the user in another way. */
export function sayMove({ branch, from, to }: BranchMove): string {
  const what = to === null ? 'deleted' : `moved from ${short(from)} to ${short(to)}`
  return `branch ${branch} was ${what} during the run, not by Conductor`
}

export function saySettled(branch: string, how: HowSettled): string {
  switch (how) {
    case 'back':
      return `branch ${branch} is back where it was`
    case 'gone-on':
      return `branch ${branch} was continued in one of your checkouts`
    case 'accepted':
      return `branch ${branch} was accepted where it is`
  }
}

/** A compare-and-swap: the command changes nothing if the branch has moved on since. */
export const putBack = ({ branch, from, to }: BranchMove): string =>
  to === null
    ? `git branch ${shellWord(branch)} ${from}`
    : `git update-ref ${shellWord(`refs/heads/${branch}`)} ${from} ${to}`

export const waysWithMove = (move: BranchMove): readonly Way[] => [
  { command: putBack(move), does: move.to === null ? 'make it again' : 'restore it' },
  {
    command: move.to === null ? `git log ${move.from}` : `git diff ${move.from} ${move.to}`,
    does: move.to === null ? 'its commits' : 'the difference',
  },
  { command: `conductor accept ${shellWord(move.branch)}`, does: 'accept it' },
]

const short = (commit: CommitId): string => commit.slice(0, 9)
