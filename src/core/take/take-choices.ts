/** What may be done with the result of a run, and why not: decided from the run and from what git shows. */
import { checkOf, stateOf, tasksWhere, type Run } from '../run/run.ts'
import type { CommitId, RunId } from '../value/ids.ts'
import type { Place, ResultSight } from './result-sight.ts'
import { lastToUndo, type HalfMoved, type MergeTaking, type Taken, type Taking } from './taking.ts'

export type FastForward = 'auto' | 'only' | 'never'

export type TakeRefusal =
  | { readonly is: 'working' }
  | { readonly is: 'other-run'; readonly run: RunId }
  | { readonly is: 'in-place' }
  | { readonly is: 'nothing-landed' }
  | { readonly is: 'target-gone'; readonly branch: string; readonly tip: CommitId }
  | { readonly is: 'detached' }
  | { readonly is: 'branch-gone'; readonly branch: string }
  | { readonly is: 'elsewhere'; readonly branch: string; readonly folder: string }
  | { readonly is: 'busy'; readonly branch: string; readonly what: string }
  | { readonly is: 'dirty'; readonly branch: string; readonly files: readonly string[] }
  | { readonly is: 'unwatched'; readonly branch: string; readonly files: readonly string[] }
  | { readonly is: 'in-the-way'; readonly files: readonly string[] }
  | { readonly is: 'diverged'; readonly branch: string }
  | { readonly is: 'conflict'; readonly branch: string; readonly files: readonly string[] }
  | { readonly is: 'moved'; readonly branch: string }
  | {
      readonly is: 'check-failed'
      readonly branch: string
      readonly check: string
      readonly log: string
      readonly lastLines: readonly string[]
    }
  | { readonly is: 'check-stopped' }
  | ({ readonly is: 'half-done' } & HalfMoved)
  /** Why the take failed, and why its files could not be put back. */
  | { readonly is: 'not-put-back'; readonly because: readonly string[] }
  | { readonly is: 'bad-name'; readonly branch: string }
  | { readonly is: 'name-taken'; readonly branch: string }
  | { readonly is: 'folder-taken'; readonly folder: string }
  | { readonly is: 'bad-folder'; readonly folder: string; readonly because: string }
  | {
      readonly is: 'no-remote'
      readonly wanted: string | null
      readonly remotes: readonly string[]
    }
  | { readonly is: 'push-stopped'; readonly remote: string; readonly branch: string }
  | { readonly is: 'push-refused'; readonly remote: string; readonly says: string }
  | { readonly is: 'not-taken' }
  | { readonly is: 'cannot-undo'; readonly taking: Taking }
  | { readonly is: 'gone-on'; readonly branch: string; readonly taking: MergeTaking }
  | { readonly is: 'published'; readonly branch: string; readonly remote: string }

export type Decision<Value> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly refusal: TakeRefusal }

export const refuseTake = (refusal: TakeRefusal): Decision<never> => ({ ok: false, refusal })

/** What conducts here now: a run that is being conducted cannot be taken. */
export interface Conduct {
  readonly conducted: RunId | null
}

/** Whether there is a result that can be taken at all, in whatever way. */
export function resultOf(
  run: Run,
  { conducted }: Conduct,
  { result }: Pick<ResultSight, 'result'>,
): Decision<{ readonly result: CommitId }> {
  const { target } = run
  if (conducted === run.id) return refuseTake({ is: 'working' })
  if (conducted !== null) return refuseTake({ is: 'other-run', run: conducted })
  if (target === null)
    return refuseTake({ is: run.settings.isolation === 'none' ? 'in-place' : 'nothing-landed' })
  if (target.tip === target.base) return refuseTake({ is: 'nothing-landed' })
  if (result === null)
    return refuseTake({ is: 'target-gone', branch: target.branch, tip: target.tip })
  return { ok: true, result }
}

export type MergeDecision = Decision<{
  readonly how: MergeTaking['how'] | 'already'
  readonly branch: string
  readonly from: CommitId
}>

/** Whether the result can be merged into the branch that the run came from, and how. */
export function mergeOf({ into }: Pick<ResultSight, 'into'>, ff: FastForward): MergeDecision {
  if (into === null) return refuseTake({ is: 'detached' })
  const { branch, tip, holds, conflicts } = into
  if (tip === null) return refuseTake({ is: 'branch-gone', branch })
  const about = { ok: true, branch, from: tip } as const
  if (holds === 'all') return { ...about, how: 'already' }
  if (holds === 'diverged' && ff === 'only') return refuseTake({ is: 'diverged', branch })
  if (conflicts.length > 0)
    return refuseTake({ is: 'conflict', branch, files: conflicts.map(({ path }) => path) })
  const blocked = whyNotMoved(into)
  if (blocked !== null) return refuseTake(blocked)
  const how = holds === 'ancestor' && ff !== 'never' ? 'fast-forward' : 'merge-commit'
  return { ...about, how }
}

/** Why the branch must not be moved where it is checked out; null: it can be. */
export function whyNotMoved({
  branch,
  place,
}: {
  readonly branch: string
  readonly place: Place
}): TakeRefusal | null {
  if (place.is === 'nowhere') return null
  if (place.is === 'elsewhere') return { is: 'elsewhere', branch, folder: place.folder }
  const { busy, changed, unwatched, inTheWay } = place
  if (busy !== null) return { is: 'busy', branch, what: busy }
  if (changed.length > 0) return { is: 'dirty', branch, files: changed }
  if (unwatched.length > 0) return { is: 'unwatched', branch, files: unwatched }
  return inTheWay.length > 0 ? { is: 'in-the-way', files: inTheWay } : null
}

/** The remote to push to: the named one, the only one, or `origin`. */
export function remoteOf(
  { remotes }: Pick<ResultSight, 'remotes'>,
  wanted: string | null,
): Decision<{ readonly remote: string }> {
  const remote = wanted ?? (remotes.length === 1 ? remotes[0]! : 'origin')
  return remotes.includes(remote)
    ? { ok: true, remote }
    : refuseTake({ is: 'no-remote', wanted, remotes })
}

/** The branch that was taken into, as git shows it now. */
export interface UndoSight {
  readonly tip: CommitId | null
  readonly place: Place
  /** A remote whose branch of the same name has what was taken; null: none. */
  readonly publishedAt: string | null
}

/** Whether the last take can be undone: nothing may have been built on it, and no other copy may have it. */
export function undoOfTake(
  run: Run,
  { conducted }: Conduct,
  sight: UndoSight | null,
): Decision<{ readonly taken: Taken }> {
  const taken = lastToUndo(run)
  if (conducted === run.id) return refuseTake({ is: 'working' })
  if (conducted !== null) return refuseTake({ is: 'other-run', run: conducted })
  if (taken === null) return refuseTake({ is: 'not-taken' })
  const { taking } = taken
  if ((taking.is !== 'merge' && taking.is !== 'branch') || sight === null)
    return refuseTake({ is: 'cannot-undo', taking })
  const { branch, to } = taking
  if (sight.tip === null) return refuseTake({ is: 'branch-gone', branch })
  if (sight.tip !== to)
    return refuseTake(
      taking.is === 'merge' ? { is: 'gone-on', branch, taking } : { is: 'moved', branch },
    )
  if (sight.publishedAt !== null)
    return refuseTake({ is: 'published', branch, remote: sight.publishedAt })
  // A branch that is checked out anywhere cannot be deleted.
  const { place } = sight
  if (taking.is === 'branch' && place.is !== 'nowhere')
    return refuseTake({ is: 'elsewhere', branch, folder: place.folder })
  const blocked = whyNotMoved({ branch, place })
  return blocked === null ? { ok: true, taken } : refuseTake(blocked)
}

/** The commands that must succeed on the result once it is merged, each once. */
export const checksFor = (run: Run): readonly string[] => [
  ...new Set(
    tasksWhere(run, ({ is }) => is === 'landed').flatMap((task) => checkOf(run, task) ?? []),
  ),
]

/** Whether the check passed on this very commit when it landed; then it need not run again. */
export const hasPassed = (run: Run, commit: CommitId): boolean =>
  checksFor(run).length === 1 &&
  [...run.checked].some((task) => {
    const state = stateOf(run, task)
    return state.is === 'landed' && state.commit === commit
  })
