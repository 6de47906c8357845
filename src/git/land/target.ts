/** The branch that work lands on. */
import type { Target } from '../../conduct/worktree-ports.ts'
import { commitId, type AttemptId, type CommitId } from '../../core/value/ids.ts'
import { changeRef, type RefOptions } from './change-ref.ts'
import { placeOf } from './checked-out.ts'
import { countChanges } from '../diff/changed-files.ts'
import { isBranchName } from '../branches/branch-name.ts'
import { tipOf } from '../call/commits.ts'
import { freeBranch, inTheWay } from '../worktree/free-branch.ts'
import { GitRefused, mustGit, runGit } from '../call/git-command.ts'
import { mergeInMemory } from './merge-or-conflict.ts'
import { contentGit, type Repository } from '../call/repository.ts'

export type TargetOptions = Partial<Pick<RefOptions, 'onNote'>>

export function openTarget(
  repository: Repository,
  branch: string,
  { onNote = () => {} }: TargetOptions = {},
): Target {
  const ref = `refs/heads/${branch}`
  const options: RefOptions = { repository, onNote }
  const here = { in: repository.root }

  return {
    branch,
    tip: () => tipOf(branch, repository.root),
    merge: (request) => mergeInMemory(repository, request),
    async advance(from, to) {
      // Checked every time, because users like to check out a branch that grows.
      const used = sayUsed(repository, branch)
      if (used !== null) throw new GitRefused(['update-ref'], NOT_RUN, used)
      const reason = from === null ? 'a run begins here' : 'work has landed'
      // The second ref keeps what has landed, even if someone moves the branch afterwards.
      return changeRef({ ref, to, from, reason, also: LANDED + branch }, options)
    },
    async landings(base, tip) {
      const format = `--format=%H%x20%(trailers:key=${TRAILER},valueonly,separator=%x20)`
      const order = ['--min-parents=2', '--reverse', '--no-commit-header']
      return landingsIn(await mustGit(['rev-list', ...order, format, tip, `^${base}`], here))
    },
    reached: (commits, tip) => reached(repository, commits, tip),
    async beyond(commit, tip) {
      const newest = await mustGit(['rev-list', '--no-merges', '-1', commit, `^${tip}`], here)
      return newest.trim() === '' ? null : commitId(newest.trim())
    },
    keep: async (commit, name) => void (await changeRef({ ref: KEPT + name, to: commit }, options)),
    async letGo(name) {
      for (const ref of name.endsWith('/') ? await refsBelow(KEPT + name) : [KEPT + name])
        await changeRef({ ref, to: null }, options)
    },
    countChanges: (from, to) => countChanges(from, to, contentGit(repository, repository.root)),
  }

  async function refsBelow(folder: string): Promise<readonly string[]> {
    const listing = await mustGit(['for-each-ref', '--format=%(refname)', folder], here)
    return listing.split('\n').filter(Boolean)
  }
}

const KEPT = 'refs/conductor/kept/'

/** Followed by the name of a target: the ref at the last commit that we put the target at. */
export const LANDED = `${KEPT}landed/`
const TRAILER = 'Conductor-Attempt'
const NOT_RUN = { code: 128, stdout: '', stderr: '' }

/** Makes the branch at `base`, under the wanted name or the next free one: `run-7`, `run-7-2`, ... */
export async function startTarget(
  repository: Repository,
  wanted: string,
  base: CommitId,
  options: TargetOptions = {},
): Promise<Target> {
  const format = '--format=%(refname:strip=2)'
  for (const used: string[] = []; ;) {
    const listed = await mustGit(['for-each-ref', format, 'refs/heads/'], { in: repository.root })
    const target = openTarget(
      repository,
      freeBranch(wanted, [...used, ...listed.split('\n')]),
      options,
    )
    // A branch that has no commit yet can be checked out, and another process may take the name at this
    // moment.
    const isUsed = placeOf(repository, target.branch) !== null
    if (!isUsed && (await target.advance(null, base))) return target
    used.push(target.branch)
  }
}

/** Why work cannot land on this branch, with what to do about it; null: it can. The branch need not exist. */
export async function whyNotTarget(repository: Repository, branch: string): Promise<string | null> {
  const here = { in: repository.root }
  const ref = `refs/heads/${branch}`
  if (!isBranchName(branch)) {
    return `"${branch}" cannot be the name of a branch; choose another for land.into`
  }
  const other = await runGit(['symbolic-ref', '--quiet', '--short', ref], here)
  if (other !== null) {
    return `"${branch}" is only another name for "${other.trim()}"; say that one in land.into`
  }
  return sayUsed(repository, branch) ?? sayCrowded(repository, branch)
}

function sayUsed(repository: Repository, branch: string): string | null {
  const folder = placeOf(repository, branch)
  if (folder === null) return null
  return `"${branch}" is checked out in ${folder}, and a checkout is never changed behind your back; switch to another branch there (\`git switch --detach\` will do), or land into another`
}

/** Why git cannot keep the branch: there is no branch `a/b` beside a branch `a`. */
async function sayCrowded({ root }: Repository, branch: string): Promise<string | null> {
  const format = '--format=%(refname:strip=2)'
  const listed = await mustGit(['for-each-ref', format, 'refs/heads/'], { in: root })
  const taken = listed.split('\n')
  const other = taken.find((name) => name === branch) ?? inTheWay(branch, taken)
  if (other === branch || other === undefined) return null
  return `there cannot be a branch "${branch}" beside "${other}"; choose another name for land.into`
}

/** Each line is `<commit> <attempt>`, the oldest first; merges that are no landing have only the commit. */
function landingsIn(listing: string): ReadonlyMap<AttemptId, CommitId> {
  const landings = new Map<AttemptId, CommitId>()
  for (const line of listing.split('\n')) {
    const [commit = '', ...attempts] = line.trim().split(' ')
    for (const attempt of attempts as AttemptId[])
      if (!landings.has(attempt)) landings.set(attempt, commitId(commit))
  }
  return landings
}

/** The commits that the tip contains: git lists what the tip does not contain, and the rest was reached. */
async function reached(
  repository: Repository,
  commits: readonly CommitId[],
  tip: CommitId,
): Promise<ReadonlySet<CommitId>> {
  if (commits.length === 0) return new Set()
  const here = { in: repository.root }
  const existing = await present(repository, commits)
  const input = [...existing, `^${tip}`, ''].join('\n')
  const beyond = new Set((await mustGit(['rev-list', '--stdin'], { ...here, input })).split('\n'))
  return new Set(existing.filter((commit) => !beyond.has(commit)))
}

/** The commits that git still has; a commit that git has lost cannot be reached by the tip. */
async function present(
  { root }: Repository,
  commits: readonly CommitId[],
): Promise<readonly CommitId[]> {
  const input = `${commits.join('\n')}\n`
  const listed = await mustGit(['cat-file', '--batch-check'], { in: root, input })
  const rows = listed.split('\n')
  return commits.filter((_, i) => rows[i]?.includes(' commit '))
}
