/** Which takes of a run git still shows, and whether the branch that the run came from has its result anyway. */
import type { Run } from '../../core/run/run.ts'
import { isInBranch, type Taken, type Taking } from '../../core/take/taking.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { isAncestor, tipOf } from '../call/commits.ts'
import { runGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { holdingOf } from './holding.ts'
import { MADE_BY_TAKE } from './result-git.ts'

export interface TakesSight {
  /** Recorded, and not there any more. */
  readonly lost: readonly Taking[]
  /** The branch has the result, and no record says so; null: it has not, or that is known. */
  readonly found: { readonly branch: string; readonly tip: CommitId } | null
}

export async function lookAtTakes(repository: Repository, run: Run): Promise<TakesSight> {
  const lost: Taking[] = []
  for (const taken of run.taken)
    if (!(await isThere(repository, run, taken))) lost.push(taken.taking)
  const isKnown = run.taken.some(
    ({ taking, result }) =>
      isInBranch(taking) && result === run.target?.tip && !lost.includes(taking),
  )
  return { lost, found: isKnown ? null : await findResult(repository, run) }
}

async function findResult(repository: Repository, run: Run): Promise<TakesSight['found']> {
  const { target } = run
  if (target?.from == null || target.tip === target.base || target.from === target.branch)
    return null
  const tip = await tipOf(target.from, repository.root)
  if (tip === null) return null
  const holds = await holdingOf(repository, run, { result: target.tip, tip })
  return holds === 'all' ? { branch: target.from, tip } : null
}

/** In doubt yes: a branch that was deleted after a merge says nothing about the merge. */
async function isThere(
  repository: Repository,
  run: Run,
  { taking, result }: Taken,
): Promise<boolean> {
  const { root } = repository
  if (taking.is === 'branch') return isMadeByTake(taking, root)
  if (!isInBranch(taking)) return true
  const tip = await tipOf(taking.branch, root)
  if (tip === null || (await isAncestor(taking.to, tip, root))) return true
  return (await holdingOf(repository, run, { result, tip })) === 'all'
}

/** Somebody may have deleted the branch and made another of the same name, which is not ours. */
async function isMadeByTake(
  { branch, to }: Taking & { is: 'branch' },
  root: string,
): Promise<boolean> {
  const tip = await tipOf(branch, root)
  if (tip === null || !(await isAncestor(to, tip, root))) return false
  const words = ['reflog', 'show', '--format=%gs', `refs/heads/${branch}`, '--']
  const first = (await runGit(words, { in: root }))?.trimEnd().split('\n').at(-1) ?? ''
  return first === '' || first === `conductor: ${MADE_BY_TAKE}`
}
