/** Whether the dialog for a new plan is open. It is no part of a view, because the view changes when the plan is there. */
let isOpen = false
const listeners = new Set<() => void>()

export const isNewPlanOpen = (): boolean => isOpen

export const openNewPlan = (): void => set(true)

export const closeNewPlan = (): void => set(false)

export function subscribeNewPlan(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}
