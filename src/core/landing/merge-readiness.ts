/** Whether what a lane has could be merged into the target now, from the events and from what git says. */
import type { Trouble } from './delivery.ts'
import type { TaskId } from '../value/ids.ts'
import { collisionsOf, deliveryOf, stateOf, type Collision, type Run } from '../run/run.ts'
import { firstFew } from '../say/say-wait.ts'
import { aimOf, isOver, type TaskState } from '../run/task-state.ts'

export type MergeReadiness =
  /** It has changed nothing that is not in the target already. */
  | { readonly is: 'nothing' }
  /** There is something, but nobody has tried to merge it. */
  | { readonly is: 'unknown' }
  | { readonly is: 'clean' }
  /** What another task has in its hands cannot be merged with it. */
  | { readonly is: 'collides'; readonly with: TaskId; readonly files: readonly string[] }
  | { readonly is: 'conflict'; readonly files: readonly string[] }
  | { readonly is: 'check-failed' }
  /** It is being merged and checked. */
  | { readonly is: 'landing' }
  | { readonly is: 'landed' }

/** What git says of the branch of a lane. */
export interface LaneFacts {
  /** Commits that the target does not have; null: nobody knows. */
  readonly ahead: number | null
  /** null: nobody has tried. */
  readonly mergesCleanly: boolean | null
  readonly conflicts: readonly string[]
}

/** tasks: those of the lane. facts null: git has not been asked. */
export function mergeReadiness(
  run: Run,
  tasks: readonly TaskId[],
  facts: LaneFacts | null,
): MergeReadiness {
  // Git may have been asked before the last of it landed.
  if (tasks.every((task) => stateOf(run, task).is === 'landed')) return { is: 'landed' }
  const open = tasks.filter((task) => !isOver(stateOf(run, task)))
  const trouble = open.map((task) => troubleOf(stateOf(run, task))).find((found) => found !== null)
  if (trouble) return trouble
  if (open.some((task) => stateOf(run, task).is === 'landing')) return { is: 'landing' }
  const collision = open.flatMap((task) => collisionsOf(run, task))[0]
  if (collision !== undefined) return ofCollision(collision, tasks)
  if (facts?.mergesCleanly === false) return { is: 'conflict', files: facts.conflicts }
  const isCommitted = (facts?.ahead ?? 0) > 0
  if (isCommitted && facts?.mergesCleanly) return { is: 'clean' }
  if (isCommitted || hasWork(run, open)) return { is: 'unknown' }
  return { is: isLanded(run, tasks) ? 'landed' : 'nothing' }
}

export function sayMergeReadiness(readiness: MergeReadiness): string {
  switch (readiness.is) {
    case 'nothing':
      return 'nothing yet'
    case 'unknown':
      return 'not tried yet'
    case 'clean':
      return 'merges cleanly'
    case 'collides':
      return `would collide with ${readiness.with} in ${firstFew(readiness.files)}`
    case 'conflict':
      return readiness.files.length === 0 ? 'conflict' : `conflict in ${firstFew(readiness.files)}`
    case 'check-failed':
      return 'check failed'
    case 'landing':
      return 'being merged and checked'
    case 'landed':
      return 'landed'
  }
}

/** Also while an agent tries to put it right. */
function troubleOf(state: TaskState): MergeReadiness | null {
  const aim = 'purpose' in state ? aimOf(state.purpose) : null
  const trouble = state.is === 'review' ? state.trouble : aim?.is === 'resolve' ? aim.trouble : null
  return trouble === null ? null : ofTrouble(trouble)
}

function ofTrouble(trouble: Trouble): MergeReadiness | null {
  switch (trouble.is) {
    case 'conflict':
      return { is: 'conflict', files: trouble.files.map(({ path }) => path) }
    case 'red-check':
      return { is: 'check-failed' }
    case 'broken':
      return trouble.marks === undefined ? null : { is: 'conflict', files: trouble.marks }
    case 'approval':
    case 'unasked':
    case 'left-target':
      return null
  }
}

function ofCollision({ tasks: [a, b], files }: Collision, own: readonly TaskId[]): MergeReadiness {
  return { is: 'collides', with: own.includes(a) ? b : a, files }
}

/** Git tries commits only, and may have been asked before these were made. */
const hasWork = (run: Run, open: readonly TaskId[]): boolean =>
  open.some((task) => deliveryOf(run, task) !== null || run.touched.get(task)?.files.length)

const isLanded = (run: Run, tasks: readonly TaskId[]): boolean =>
  tasks.some((task) => stateOf(run, task).is === 'landed') &&
  tasks.every((task) => isOver(stateOf(run, task)))
