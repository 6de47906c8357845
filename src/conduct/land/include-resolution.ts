/** Makes the merge by which a person resolved a conflict the delivery of its task. */
import type { Delivery, Resolution, Trouble } from '../../core/landing/delivery.ts'
import { NO_PROFILE, type Outcome } from '../../core/run/failure.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import type { TaskState } from '../../core/run/task-state.ts'
import { sayFailure } from '../../core/say/say-failure.ts'
import type { CommitId, RunId, TaskId } from '../../core/value/ids.ts'
import type { Workshop } from '../git-workshop.ts'
import type { Tell } from '../recorder.ts'
import { openRequest, sealRequest, throwIfHindered } from '../sealing.ts'
import { noticedFacts, openedFacts } from '../worktree-facts.ts'
import type { Opened } from '../worktree-ports.ts'

interface Parts {
  readonly run: Run
  readonly workshop: Workshop
  readonly tell: Tell
}

type Landing = TaskState & { is: 'landing' }

/** The ref that keeps a resolved merge until it is on the branch of its task. */
export const resolvedAs = (run: RunId, commit: CommitId): string => `resolved/run-${run}/${commit}`

/**
 * The returned function can be called again after a crash, whatever it had done before. hasFolder: no other task has
 * used the worktree since.
 */
export function resolvedDeliveries({ run, workshop, tell }: Parts) {
  const { target, worktrees } = workshop

  return async (
    task: TaskId,
    state: Landing,
    resolved: Resolution,
    hasFolder: boolean,
  ): Promise<Delivery | Trouble> => {
    const { onto, commit } = resolved
    const parents = [state.delivery.commit, onto]
    const reached = await target.reached(parents, commit)
    if (!parents.every((parent) => reached.has(parent))) return NOT_ITS_MERGE
    const delivery = hasFolder
      ? await onBranch(task, state, resolved)
      : await besideBranch(state, resolved)
    if (!('is' in delivery) && hasFolder) await target.letGo(resolvedAs(run.id, commit))
    return delivery
  }

  /** The worktree goes on to the resolved merge; whatever else somebody left in it is kept in rescue. */
  async function onBranch(
    task: TaskId,
    { attempt }: Landing,
    { onto, commit }: Resolution,
  ): Promise<Delivery | Trouble> {
    const about = { run: run.id, task: taskOf(run, task), attempt }
    const opened = await openAt(commit, (start) => openRequest(about, commit, start))
    if (!opened.ok) return notIncluded(sayFailure(opened.failure))
    // Nothing is left to merge: from now on the work is measured against this commit of the target.
    const { worktree } = await worktrees.beginMerge(opened.worktree, onto)
    await tell(() => openedFacts(worktree, task))
    const sealed = await worktrees.seal(worktree, sealRequest(about, DONE))
    throwIfHindered(sealed)
    await worktrees.release(worktree.lane, 'kept', onto)
    await tell(() => [{ type: 'worktree-released', lane: worktree.lane, how: 'kept' }])
    if (!sealed.ok) return notIncluded(sealed.reason)
    await tell(() => noticedFacts(sealed.notes, task))
    if (sealed.unresolved.length > 0)
      return { is: 'broken', reason: MARKED, marks: sealed.unresolved }
    return sealed.delivery ?? notIncluded('nothing of it is new in the target')
  }

  /** If nobody has changed the folder, it only goes forward; otherwise it starts afresh. */
  async function openAt(
    commit: CommitId,
    request: (start: 'continue' | 'fresh') => Parameters<typeof worktrees.open>[0],
  ): Promise<Opened> {
    const never = new AbortController().signal
    const opened = await worktrees.open(request('continue'), never)
    throwIfHindered(opened)
    if (!opened.ok || opened.worktree.base === commit) return opened
    const fresh = await worktrees.open(request('fresh'), never)
    throwIfHindered(fresh)
    return fresh
  }

  /** Another task has the worktree and the branch by now; the ref of the resolution keeps the merge. */
  async function besideBranch(
    { delivery }: Landing,
    { onto, commit }: Resolution,
  ): Promise<Delivery> {
    return { ...delivery, commit, base: onto, changes: await target.countChanges(onto, commit) }
  }
}

const DONE: Outcome = { is: 'succeeded', profile: NO_PROFILE }

const MARKED = 'there are still conflict markers in the resolved files'

const notIncluded = (why: string): Trouble => ({
  is: 'broken',
  reason: `its resolved conflict could not be included: ${why}`,
})

const NOT_ITS_MERGE = notIncluded(
  'the commit is gone, or it is no merge of the delivery and the target; resolve the conflict again',
)
