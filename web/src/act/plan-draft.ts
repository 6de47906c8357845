/** The drafts: changes to a plan that have not been applied yet, one draft for each plan. They are lost when the page is closed. */
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
const others = new Map<string, readonly DraftedChange[]>()
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

/** Shows the draft of this plan from now on. That of the plan before is kept until that plan is shown again. */
export function draftFor(name: string): void {
  if (plan === name) return
  if (plan !== null) others.set(plan, changes)
  const isOther = plan !== null
  plan = name
  if (isOther) set(others.get(name) ?? [])
}

function set(next: readonly DraftedChange[]): void {
  changes = next
  joined = joinChanges(next)
  for (const listener of listeners) listener()
}
