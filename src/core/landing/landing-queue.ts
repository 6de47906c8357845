/** The deliveries on their way into the target, those that have landed, and those that a person has to review first. */
import { troubleKind, type Trouble } from './delivery.ts'
import type { TaskId } from '../value/ids.ts'
import { deliveryOf, ofEachTask, stateOf, type Run } from '../run/run.ts'
import { sayTrouble } from '../say/landing/say-trouble.ts'
import type { TaskState } from '../run/task-state.ts'

export interface LandingItem {
  readonly task: TaskId
  readonly name: string
  readonly status: 'queued' | 'checking' | 'landed' | 'review'
  /** When the delivery got this status. */
  readonly since: string
  readonly branch: string | null
  /** The delivered commit; for a landed task its commit in the target. */
  readonly commit: string | null
  /** For a landed task: whether a check has passed on its merge. */
  readonly checked: boolean | null
  readonly trouble: Trouble['is'] | null
  readonly says: string | null
}

/** Whether a person has to resolve the conflict of its delivery, or let an agent try. */
export function isInConflict(run: Run, task: TaskId): boolean {
  const state = stateOf(run, task)
  return state.is === 'review' && troubleKind(state.trouble) === 'conflict'
}

/** Whether its check has failed on the merged tree, so that landing it is not what helps first. */
export function hasRedCheck(run: Run, task: TaskId): boolean {
  const state = stateOf(run, task)
  return state.is === 'review' && state.trouble.is === 'red-check'
}

/** In the order of what happens next: being checked, queued, in review, and landed with the newest first. */
export const landingQueue = (run: Run): readonly LandingItem[] =>
  ofEachTask(run, ({ id, name }, state) => itemOf(run, { id, name }, state)).toSorted(
    (a, b) => ORDER[a.status] - ORDER[b.status] || inTime(a, b),
  )

const ORDER = { checking: 0, queued: 1, review: 2, landed: 3 } as const

const inTime = (a: LandingItem, b: LandingItem): number => {
  const [first, second] = a.status === 'landed' ? [b, a] : [a, b]
  return first.since < second.since ? -1 : Number(first.since > second.since)
}

function itemOf(
  run: Run,
  { id, name }: { readonly id: TaskId; readonly name: string },
  state: TaskState,
): readonly LandingItem[] {
  const delivery = deliveryOf(run, id)
  const item = {
    task: id,
    name,
    branch: delivery?.branch ?? null,
    commit: delivery?.commit ?? null,
    checked: null,
    trouble: null,
    says: null,
  }
  switch (state.is) {
    case 'landing': {
      const status = state.phase === 'checking' ? 'checking' : 'queued'
      return [{ ...item, status, since: isoTime(state.since) }]
    }
    case 'review': {
      const { since, trouble } = state
      const says = sayTrouble(trouble)
      return [
        { ...item, status: 'review', since: isoTime(since), trouble: troubleKind(trouble), says },
      ]
    }
    case 'landed': {
      const { at, commit } = state
      const checked = run.checked.has(id)
      return [{ ...item, status: 'landed', since: isoTime(at), commit, checked }]
    }
    default:
      return []
  }
}

const isoTime = (at: number): string => new Date(at).toISOString()
