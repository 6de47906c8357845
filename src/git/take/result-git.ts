/** Implements what taking a result needs of git. */
import type { ResultGit } from '../../conduct/take-ports.ts'
import type { TakeRefusal } from '../../core/take/take-choices.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { baseOf, tipOf } from '../call/commits.ts'
import { isBranchName } from '../branches/branch-name.ts'
import { mustGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { changeRef } from '../land/change-ref.ts'
import { mergeInMemory } from '../land/merge-or-conflict.ts'
import { inTheWay } from '../worktree/free-branch.ts'
import { patchText, pushResult, writePatches } from './export-result.ts'
import { lookAtResult, lookAtTaken } from './look-at-result.ts'
import { moveBranch, settleMove } from './move-branch.ts'
import { staleSubmodules } from './stale-submodules.ts'

export function openResultGit(repository: Repository): ResultGit {
  const options = { repository, onNote: () => {} }
  return {
    look: (run) => lookAtResult(repository, run),
    lookAtTaken: (taking) => lookAtTaken(repository, taking),
    merge: (request) => mergeInMemory(repository, request),
    move: (step, how) => moveBranch(repository, step, how),
    settle: (step) => settleMove(repository, step),
    staleSubmodules: (step) => staleSubmodules(repository, step),
    makeBranch: (branch, commit) => makeBranch(repository, branch, commit),
    deleteBranch: (branch, commit) =>
      changeRef({ ref: `refs/heads/${branch}`, to: null, from: commit }, options),
    writePatches: (range, folder) => writePatches(repository, range, folder),
    patchText: (range) => patchText(repository, range),
    async baseOf({ target }, result) {
      const tip = target?.from == null ? null : await tipOf(target.from, repository.root)
      const base = tip === null ? result : await baseOf(repository.root, tip, result)
      // A branch that has the result already says nothing about where it began.
      return base === result ? target!.base : base
    },
    push: (request) => pushResult(repository, request),
  }
}

/** In the reflog of a branch: the undo of a take deletes no other. */
export const MADE_BY_TAKE = 'taken from a run'

async function makeBranch(
  repository: Repository,
  branch: string,
  commit: CommitId,
): Promise<'made' | 'already' | TakeRefusal> {
  const here = { in: repository.root }
  if (!isBranchName(branch)) return { is: 'bad-name', branch }
  const tip = await tipOf(branch, repository.root)
  if (tip !== null) return tip === commit ? 'already' : { is: 'name-taken', branch }
  const listed = await mustGit(['for-each-ref', '--format=%(refname:strip=2)', 'refs/heads/'], here)
  const other = inTheWay(branch, listed.split('\n'))
  if (other !== undefined) return { is: 'name-taken', branch: other }
  const change = { ref: `refs/heads/${branch}`, to: commit, from: null, reason: MADE_BY_TAKE }
  const isMade = await changeRef(change, { repository, onNote: () => {} })
  return isMade ? 'made' : { is: 'name-taken', branch }
}
