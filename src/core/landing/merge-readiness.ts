/** Whether the work of a lane could be merged into the target now, judged from the events and from git. */
import type { Trouble } from './delivery.ts'
import type { TaskId } from '../value/ids.ts'
import { collisionsOf, deliveryOf, stateOf, type Collision, type Run } from '../run/run.ts'
import { firstFew } from '../say/say-wait.ts'
import { aimOf, isOver, type TaskState } from '../run/task-state.ts'

export type MergeReadiness =
  /** The lane has changed nothing that is not in the target already. */
  | { readonly is: 'nothing' }
  /** The lane has changed something, but nobody has tried to merge it. */
  | { readonly is: 'unknown' }
  | { readonly is: 'clean' }
  /** Work of another task that has not landed cannot be merged with it. */
  | { readonly is: 'collides'; readonly with: TaskId; readonly files: readonly string[] }
  | { readonly is: 'conflict'; readonly files: readonly string[] }
  | { readonly is: 'check-failed' }
  /** The lane is being merged and checked. */
  | { readonly is: 'landing' }
  | { readonly is: 'landed' }

/** What git says about the branch of a lane. */
export interface LaneFacts {
  /** Number of commits that the target does not have; null: unknown. */
  readonly ahead: number | null
  /** null: nobody has tried to merge the branch. */
  readonly mergesCleanly: boolean | null
  readonly conflicts: readonly string[]
}

/** tasks: those of the lane. facts null: git has not been asked. */
export function mergeReadiness(
  run: Run,
  tasks: readonly TaskId[],
  facts: LaneFacts | null,
): MergeReadiness {
  // The facts may be older than the last landing, so the events decide first.
  if (tasks.every((task) => stateOf(run, task).is === 'landed')) return { is: 'landed' }
  const open = tasks.filter((task) => !isOver(stateOf(run, task)))
  const trouble = open
    .map((task) => troubleOf(stateOf(run, task)))
    .find((readiness) => readiness !== null)
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

/** The trouble of a task in review, or the one that its agent is resolving. */
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

/** Git only tries commits, and may have been asked before these changes were committed. */
const hasWork = (run: Run, open: readonly TaskId[]): boolean =>
  open.some((task) => deliveryOf(run, task) !== null || run.touched.get(task)?.files.length)

const isLanded = (run: Run, tasks: readonly TaskId[]): boolean =>
  tasks.some((task) => stateOf(run, task).is === 'landed') &&
  tasks.every((task) => isOver(stateOf(run, task)))
