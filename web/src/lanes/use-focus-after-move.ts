/** A card that was put into another lane has the focus there. */
import { useEffect, useRef, type RefObject } from 'react'
import type { TaskId } from '../../../src/core/ids.ts'

/** Long enough for the event to come back, short enough not to take the focus from something else. */
const PATIENCE = 3000

export function useFocusAfterMove(view: RefObject<HTMLElement | null>): (task: TaskId) => void {
  const moved = useRef<{ readonly task: TaskId; readonly until: number } | null>(null)
  const follow = (): void => {
    if (moved.current === null || document.activeElement !== document.body) return
    const { task, until } = moved.current
    if (Date.now() > until) moved.current = null
    else view.current?.querySelector<HTMLElement>(`[data-task="${task}"]`)?.focus()
  }
  useEffect(follow)
  return (task) => {
    moved.current = { task, until: Date.now() + PATIENCE }
    // The event may have been quicker than the answer.
    follow()
  }
}
