/** The branch that work lands on. */
import type { Target } from '../../conduct/worktree-ports.ts'
import { commitId, type AttemptId, type CommitId } from '../../core/value/ids.ts'
import { changeRef, type RefOptions } from './change-ref.ts'
import { placeOf } from './checked-out.ts'
import { countChanges } from '../diff/changed-files.ts'
import { tipOf } from '../call/commits.ts'
import { freeBranch, inTheWay } from '../worktree/free-branch.ts'
import { GitRefused, mustGit, runGit } from '../call/git-command.ts'
import { mergeInMemory } from './merge-in-memory.ts'
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
      // Looked at each time: people like to check out what grows.
      const used = sayUsed(repository, branch)
      if (used !== null) throw new GitRefused(['update-ref'], NOT_RUN, used)
      const reason = from === null ? 'a run begins here' : 'work has landed'
      // Whoever moves the branch afterwards does not take away what had landed.
      return changeRef({ ref, to, from, reason, also: LANDED + branch }, options)
    },
    async landings(base, tip) {
      const format = `--format=%H%x20%(trailers:key=${TRAILER},valueonly,separator=%x20)`
      const order = ['--min-parents=2', '--reverse', '--no-commit-header']
      return landingsIn(await mustGit(['rev-list', ...order, format, tip, `^${base}`], here))
    },
    reached: (commits, tip) => reached(repository, commits, tip),
    keep: async (commit, name) => void (await changeRef({ ref: KEPT + name, to: commit }, options)),
    async letGo(name) {
      for (const ref of name.endsWith('/') ? await refsBelow(KEPT + name) : [KEPT + name])
        await changeRef({ ref, to: null }, options)
    },
    countChanges: (from, to) => countChanges(from, to, contentGit(repository, repository.root)),
  }

  async function refsBelow(folder: string): Promise<readonly string[]> {
    const said = await mustGit(['for-each-ref', '--format=%(refname)', folder], here)
    return said.split('\n').filter(Boolean)
  }
}

const KEPT = 'refs/conductor/kept/'

/** In front of the name of a target: the last commit that we put it at. */
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
    // A branch without a commit can be checked out, and someone else may take the name in this moment.
    const isUsed = placeOf(repository, target.branch) !== null
    if (!isUsed && (await target.advance(null, base))) return target
    used.push(target.branch)
  }
}

/** A sentence with what to do about it; null: work can land on this branch, which need not exist. */
export async function whyNotTarget(repository: Repository, branch: string): Promise<string | null> {
  const here = { in: repository.root }
  const ref = `refs/heads/${branch}`
  if ((await runGit(['check-ref-format', '--branch', branch], here)) === null) {
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

/** Git keeps no branch `a/b` beside a branch `a`. */
async function sayCrowded({ root }: Repository, branch: string): Promise<string | null> {
  const format = '--format=%(refname:strip=2)'
  const listed = await mustGit(['for-each-ref', format, 'refs/heads/'], { in: root })
  const taken = listed.split('\n')
  const other = taken.find((name) => name === branch) ?? inTheWay(branch, taken)
  if (other === branch || other === undefined) return null
  return `there cannot be a branch "${branch}" beside "${other}"; choose another name for land.into`
}

/** `<commit> <attempt>` in each line, the oldest first; others have nothing behind the commit. */
function landingsIn(listing: string): ReadonlyMap<AttemptId, CommitId> {
  const landings = new Map<AttemptId, CommitId>()
  for (const line of listing.split('\n')) {
    const [commit = '', ...attempts] = line.trim().split(' ')
    for (const attempt of attempts as AttemptId[])
      if (!landings.has(attempt)) landings.set(attempt, commitId(commit))
  }
  return landings
}

/** Those that are left over when all that the tip has is taken away were not reached. */
async function reached(
  repository: Repository,
  commits: readonly CommitId[],
  tip: CommitId,
): Promise<ReadonlySet<CommitId>> {
  if (commits.length === 0) return new Set()
  const here = { in: repository.root }
  const there = await present(repository, commits)
  const input = [...there, `^${tip}`, ''].join('\n')
  const beyond = new Set((await mustGit(['rev-list', '--stdin'], { ...here, input })).split('\n'))
  return new Set(there.filter((commit) => !beyond.has(commit)))
}

/** What git has no more, nobody can have reached. */
async function present(
  { root }: Repository,
  commits: readonly CommitId[],
): Promise<readonly CommitId[]> {
  const input = `${commits.join('\n')}\n`
  const listed = await mustGit(['cat-file', '--batch-check'], { in: root, input })
  const rows = listed.split('\n')
  return commits.filter((_, i) => rows[i]?.includes(' commit '))
}
