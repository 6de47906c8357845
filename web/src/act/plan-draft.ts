/** The draft: changes to the plan that have not been applied yet. They are lost when the page is closed. */
import { joinChanges, type PlanChange } from '../../../src/core/plan/plan-changes.ts'
import type { TaskId } from '../../../src/core/value/ids.ts'
import type { TaskChange } from '../../../src/core/plan/plan.ts'

/** A change of one field of one task. */
export interface DraftedChange extends PlanChange {
  readonly field: keyof TaskChange
}

let changes: readonly DraftedChange[] = []
let joined: readonly PlanChange[] = []
let plan: string | null = null
const listeners = new Set<() => void>()

/** One change for each task. */
export const readDraft = (): readonly PlanChange[] => joined

/** One change for each field, in the order in which they were made. */
export const readDraftedChanges = (): readonly DraftedChange[] => changes

export function subscribeDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Replaces earlier changes of the same fields of the same task. */
export function putChange(task: TaskId, change: TaskChange): void {
  const fields = Object.keys(change) as (keyof TaskChange)[]
  const rest = changes.filter((one) => one.task !== task || !fields.includes(one.field))
  set([...rest, ...fields.map((field) => ({ task, field, change: { [field]: change[field] } }))])
}

export const takeBack = (task: TaskId, field: keyof TaskChange): void =>
  set(changes.filter((one) => one.task !== task || one.field !== field))

export const clearDraft = (): void => set([])

/** A draft belongs to one plan; another plan begins with an empty draft. */
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
