/** Pushes one branch to the remote, or deletes it there, but only if the branch is still where we saw it. */
import type { PushBranch, Pushed } from '../../conduct/forge-ports.ts'
import type { ForgeProblem } from '../../core/forge/forge-problem.ts'
import type { GitEnd } from '../call/git-command.ts'
import { commitAt } from '../call/commits.ts'
import { usersHooks } from '../call/users-hooks.ts'
import { changeRef } from '../land/change-ref.ts'
import { isBranchName } from '../branches/branch-name.ts'
import { lookAt, notABranch, type FetchPlace } from './fetch-branches.ts'
import { lastWords, problem, problemIn, withoutSecrets } from './say-remote.ts'

/** Half an hour, because a pre-push hook of the user may run tests. */
export const LONGEST_PUSH = 1_800_000

/** Asks the remote after a failed push, because the commit may have arrived before the connection broke. */
export async function pushBranch(place: FetchPlace, request: PushBranch): Promise<Pushed> {
  const { branch, commit, expected } = request
  if (!isBranchName(branch)) return { is: 'refused', problem: notABranch(branch) }
  const end = await withoutTracking(place, request, async () =>
    place.call(await wordsFor(place, request), LONGEST_PUSH),
  )
  if (end.code === 0) return { is: 'pushed' }
  const looked = await lookAt(place, [branch])
  const at = looked.ok ? (looked.value.get(branch) ?? null) : expected
  if (looked.ok && at === commit) return { is: 'pushed' }
  if (at !== expected) return { is: 'moved', at }
  return { is: 'refused', problem: whyRefused(end, place.remote) }
}

async function wordsFor(
  { repository, remote }: FetchPlace,
  { branch, commit, expected }: PushBranch,
): Promise<readonly string[]> {
  const ref = `refs/heads/${branch}`
  // Runs the user's hooks, as a push by hand does: git-lfs uploads its files in one of them.
  const hooks = ['-c', `core.hooksPath=${await usersHooks(repository)}`]
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`
  const only = ['--porcelain', '--no-follow-tags', '--no-recurse-submodules', lease]
  return [...hooks, 'push', ...only, '--', remote, `${commit ?? ''}:${ref}`]
}

/**
 * Git moves the user's remote-tracking branch after a push, and no setting prevents that. We move the branch back,
 * unless another process has moved it meanwhile. With a deleted branch git removes it: that is left so if it showed just
 * the deleted commit.
 */
async function withoutTracking(
  { repository, remote }: FetchPlace,
  { branch, commit, expected }: PushBranch,
  push: () => Promise<GitEnd>,
): Promise<GitEnd> {
  if (/[/:]/.test(remote)) return push()
  const ref = `refs/remotes/${remote}/${branch}`
  const before = await commitAt(ref, { in: repository.common })
  const end = await push()
  if (commit === null && before === expected) return end
  const isMoved = before !== commit && (await commitAt(ref, { in: repository.common })) === commit
  const back = { ref, to: before, from: commit }
  if (isMoved) await changeRef(back, { repository, onNote: () => {} })
  return end
}

function whyRefused(end: GitEnd, remote: string): ForgeProblem {
  const isHere = !/^!\t/m.test(end.stdout) && /error: failed to push some refs/.test(end.stderr)
  if (!isHere) return problemIn(end, remote)
  const words = lastWords(withoutSecrets(end.stderr))
  return problem(
    'refused',
    `the pre-push hook of this repository declined the push${words === '' ? '' : `: ${words}`}`,
    'Fix what it says, then sync again.',
  )
}
