/** What is on its way into the target, what has arrived, and what a person has to look at first. */
import { kindOf, type Trouble } from './delivery.ts'
import type { TaskId } from '../value/ids.ts'
import { deliveryOf, ofEachTask, type Run } from '../run/run.ts'
import { sayTrouble } from '../say/say-trouble.ts'
import type { TaskState } from '../run/task-state.ts'

export interface LandingItem {
  readonly task: TaskId
  readonly name: string
  readonly status: 'queued' | 'checking' | 'landed' | 'review'
  /** When it came to stand so. */
  readonly since: string
  readonly branch: string | null
  /** What was delivered, or where the target has it. */
  readonly commit: string | null
  /** Landed: whether a check has passed on its merge. */
  readonly checked: boolean | null
  readonly trouble: Trouble['is'] | null
  readonly says: string | null
}

/** By what is next: being checked, then queued, then what needs a person, then what has landed, the newest first. */
export const landingLine = (run: Run): readonly LandingItem[] =>
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
      return [{ ...item, status: 'review', since: isoTime(since), trouble: kindOf(trouble), says }]
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
