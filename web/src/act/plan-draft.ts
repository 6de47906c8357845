/** Changes to the plan that nobody has applied yet; they live as long as the page does. */
import { joinChanges, type PlanChange } from '../../../src/core/plan/plan-changes.ts'
import type { TaskId } from '../../../src/core/value/ids.ts'
import type { TaskChange } from '../../../src/core/plan/plan.ts'

/** One thing that is to be different about one task. */
export interface DraftedChange extends PlanChange {
  readonly field: keyof TaskChange
}

let changes: readonly DraftedChange[] = []
let joined: readonly PlanChange[] = []
let plan: string | null = null
const listeners = new Set<() => void>()

/** One for each task. */
export const readDraft = (): readonly PlanChange[] => joined

/** One for each thing, in the order in which they were made. */
export const readDraftedChanges = (): readonly DraftedChange[] => changes

export function subscribeDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was said before about the same thing is forgotten. */
export function putChange(task: TaskId, change: TaskChange): void {
  const fields = Object.keys(change) as (keyof TaskChange)[]
  const rest = changes.filter((one) => one.task !== task || !fields.includes(one.field))
  set([...rest, ...fields.map((field) => ({ task, field, change: { [field]: change[field] } }))])
}

export const takeBack = (task: TaskId, field: keyof TaskChange): void =>
  set(changes.filter((one) => one.task !== task || one.field !== field))

export const clearDraft = (): void => set([])

/** A draft belongs to one plan; for another one begins with an empty one. */
export function draftFor(name: string): void {
  if (plan === name) return
  const isOther = plan !== null
  plan = name
  if (isOther) clearDraft()
}

function set(next: readonly DraftedChange[]): void {
  changes = next
  joined = joinChanges(next)
  for (const listener of listeners) listener()
}
