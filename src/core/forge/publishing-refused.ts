/** Why a lane cannot be published, in words that name the remedy. */
import type { BlockedNames } from './branch-place.ts'
import type { ForgeProblem } from './forge-problem.ts'
import type { LanePull, PullRequestSettings, PullTrouble } from './lane-pull.ts'

/** The remote does not have the base branch, so nothing can be published. */
export const missingBase = ({ into, remote }: PullRequestSettings): ForgeProblem => ({
  is: 'not-found',
  message: `${remote} has no branch ${into}`,
  hint: `push it (git push ${remote} ${into}), or name another one with pull_requests.into`,
  notBefore: null,
})

/** No name is left for the branch of a lane. */
export const allTaken = (branch: string, blocked: BlockedNames): PullTrouble =>
  refused(
    blocked.has(branch)
      ? `the remote has a branch ${blocked.get(branch)}, so it can have none called ${branch}`
      : `other people have branches of the name ${branch} and the names after it`,
    'choose another name with worktrees.branch_prefix, or remove the branches',
  )

export const closedTooEarly = ({ opened }: LanePull): PullTrouble =>
  refused(
    `pull request #${opened!.number} was closed before all work of its lane had landed`,
    opened!.url === ''
      ? 'open it again with `conductor pr` and one of its tasks, or take the work with `conductor take`'
      : 'reopen it, or take the work with `conductor take`',
  )

const refused = (message: string, hint: string): PullTrouble => ({
  is: 'refused',
  problem: { is: 'refused', message, hint, notBefore: null },
})
