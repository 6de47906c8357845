/**
 * The order of an attempt: everything it needs, decided when it starts, as one plain value. It can be written as JSON
 * and read again, so the code that carries it out needs no run, and may be in another process.
 */
import { materialFor, type Briefing, type Material } from '../agent/prompt-material.ts'
import type { AttemptId, CommitId, RunId, TaskId } from '../value/ids.ts'
import type { Task } from '../plan/plan.ts'
import { beginsAnew, deliveriesBelow } from './attempt-start.ts'
import { taskOf, type Attempt, type Run } from './run.ts'
import { aimOf, type Purpose } from './task-state.ts'

export interface AttemptOrder extends Material {
  readonly run: RunId
  readonly attempt: AttemptId
  /** 1 is the first attempt at this task in this run. */
  readonly number: number
  readonly worker: number
  readonly place: OrderedPlace
}

type OrderedPlace =
  /** In place: in the user's folder, where nothing has to land. */
  { readonly is: 'folder'; readonly directory: string } | ({ readonly is: 'worktree' } & Beginning)

/** How the worktree is prepared for the agent; `start` of the order says whether the lane's branch is continued. */
export interface Beginning {
  /** The tip of the target, as far as the coordinator knows. */
  readonly tip: CommitId
  /** The deliveries that the work builds on instead of the tip; several are merged with each other. */
  readonly below: readonly CommitId[]
  /** The merge that is begun before the agent starts; null: none. target: with the tip of the target at that time. */
  readonly merge:
    | { readonly is: 'commit'; readonly commit: CommitId }
    | { readonly is: 'target' }
    | null
}

/** The attempt's start must be recorded. resolver: the agent that may resolve what keeps the delivery from landing. */
export function orderFor(
  run: Run,
  { id, number, worker, ...attempt }: Attempt,
  given: { readonly briefing: Briefing; readonly resolver: string | null },
): AttemptOrder {
  const material = materialFor(run, taskOf(run, attempt.task), given)
  const place = placeFor(run, material)
  return { run: run.id, attempt: id, number, worker, ...material, place }
}

function placeFor(run: Run, { task, purpose }: Material): OrderedPlace {
  const { directory, isolation } = run.settings
  if (isolation === 'none') return { is: 'folder', directory }
  const below = belowFor(run, task.id, purpose)
  return { is: 'worktree', tip: run.target!.tip, below, merge: mergeFor(task, purpose) }
}

/**
 * An agent that goes on with a merge already has the delivery on its branch, and its work is measured against the
 * target, as it was when the merge was begun.
 */
function belowFor(run: Run, task: TaskId, purpose: Purpose): readonly CommitId[] {
  if (purpose.is === 'resolve') return [purpose.delivery.commit]
  return aimOf(purpose).is === 'resolve' ? [] : deliveriesBelow(run, task)
}

/** An agent that resolves trouble, or gets its work back because of trouble, finds the merge begun in its folder. */
function mergeFor(task: Task, purpose: Purpose): Beginning['merge'] {
  if (beginsAnew(task, purpose)) return null
  const trouble = purpose.is === 'resolve' || purpose.is === 'redo' ? purpose.trouble : undefined
  if (trouble === undefined || trouble.is === 'broken') return null
  const isOld = purpose.is === 'resolve' && trouble.is === 'conflict'
  return isOld ? { is: 'commit', commit: trouble.with } : { is: 'target' }
}
