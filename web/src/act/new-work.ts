/** Which dialog for new work is open: for a plan, a task, or the start of a run. It is no part of a view, because the view may change under it. */

/** Where a task comes from: lines that the user has selected, which its form begins with. */
export interface TaskAbout {
  readonly words: string
  readonly files: readonly string[]
}

/** How the user wants to start. */
export interface StartWish {
  /** Ask also where the user said not to be asked again. */
  readonly mustAsk: boolean
  /** Begin at the result of the previous run, which has not been taken. */
  readonly onTop: boolean
}

export type NewWork =
  | { readonly is: 'plan' }
  | { readonly is: 'task'; readonly about: TaskAbout | null }
  | ({ readonly is: 'start' } & StartWish)

let current: NewWork | null = null
const listeners = new Set<() => void>()

export const newWork = (): NewWork | null => current

export const openNewPlan = (): void => set({ is: 'plan' })

export const openNewTask = (about: TaskAbout | null = null): void => set({ is: 'task', about })

/** Asks what a start may spend. */
export const openStart = ({ mustAsk = false, onTop = false }: Partial<StartWish> = {}): void =>
  set({ is: 'start', mustAsk, onTop })

export const closeNewWork = (): void => set(null)

export function subscribeNewWork(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: NewWork | null): void {
  current = next
  for (const listener of listeners) listener()
}
