/** Looks at the result of a run and at the branch it came from; changes nothing that anyone sees. */
import type { Changes } from '../../core/landing/delivery.ts'
import type { Run } from '../../core/run/run.ts'
import type { IntoSight, ResultSight } from '../../core/take/result-sight.ts'
import type { UndoSight } from '../../core/take/take-choices.ts'
import type { Taking } from '../../core/take/taking.ts'
import type { CommitId, TaskId } from '../../core/value/ids.ts'
import { tipOf } from '../call/commits.ts'
import { mustGit } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { countChanges } from '../diff/changed-files.ts'
import { mergeInMemory } from '../land/merge-or-conflict.ts'
import { placeOfBranch } from './checkout-sight.ts'
import { holdingOf, missingFrom } from './holding.ts'

export async function lookAtResult(repository: Repository, run: Run): Promise<ResultSight> {
  const here = { in: repository.root }
  const { target } = run
  const result = target === null ? null : await tipOf(target.branch, repository.root)
  const remotes = (await mustGit(['remote'], here)).split('\n').filter(Boolean)
  if (target === null || result === null)
    return { result, into: null, changes: NOTHING, commits: 0, missing: new Set(), remotes }
  const { base, from } = target
  const listed = ['rev-list', '--count', '--first-parent', `${base}..${result}`]
  const into = from === null ? null : await lookInto(repository, run, { branch: from, result })
  return {
    result,
    into,
    changes: await countChanges(base, result, contentGit(repository, repository.root)),
    commits: Number(await mustGit(listed, here)),
    missing: await missingIn(repository, run, into),
    remotes,
  }
}

/** Only what is said about pull requests depends on it. */
async function missingIn(
  repository: Repository,
  run: Run,
  into: IntoSight | null,
): Promise<ReadonlySet<TaskId>> {
  if (into?.tip == null || run.pulls.size === 0) return new Set()
  return missingFrom(repository, run, into.tip)
}

const NOTHING: Changes = { filesCreated: 0, filesChanged: 0, linesAdded: 0, linesDeleted: 0 }

async function lookInto(
  repository: Repository,
  run: Run,
  { branch, result }: { readonly branch: string; readonly result: CommitId },
): Promise<IntoSight> {
  const { root } = repository
  const tip = await tipOf(branch, root)
  const nothing = { branch, tip, holds: 'diverged', conflicts: [] } as const
  if (tip === null) return { ...nothing, place: { is: 'nowhere' } }
  const place = (to: CommitId | null) => placeOfBranch(repository, branch, { from: tip, to })
  const holds = await holdingOf(repository, run, { result, tip })
  if (holds === 'all') return { ...nothing, holds, place: await place(null) }
  if (holds === 'ancestor') return { ...nothing, holds, place: await place(result) }
  const merge = await mergeInMemory(repository, { onto: tip, commit: result, message: 'Try it\n' })
  return merge.is === 'conflict'
    ? { ...nothing, conflicts: merge.conflicts, place: await place(null) }
    : { ...nothing, place: await place(merge.commit) }
}

/** null: what was taken is not a branch. */
export async function lookAtTaken(
  repository: Repository,
  taking: Taking,
): Promise<UndoSight | null> {
  if (taking.is !== 'merge' && taking.is !== 'branch') return null
  const { branch, to } = taking
  const tip = await tipOf(branch, repository.root)
  const back = taking.is === 'merge' ? taking.from : null
  const place = await placeOfBranch(repository, branch, { from: to, to: back })
  const listed = ['for-each-ref', `--contains=${to}`, '--format=%(refname:strip=2)', 'refs/remotes']
  const remotes = (await mustGit(listed, { in: repository.root })).split('\n')
  const published = remotes.find((name) => name.endsWith(`/${branch}`))
  return { tip, place, publishedAt: published?.slice(0, -branch.length - 1) ?? null }
}
