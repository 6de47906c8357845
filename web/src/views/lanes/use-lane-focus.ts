/** A card that has the focus keeps it while its lane goes elsewhere, or it goes into another lane. */
import { useEffect, useRef, type RefObject } from 'react'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { onLostFocus, useLetGo } from '../../parts/keys/lost-focus.ts'

/** Gives the focus to the card of a task, wherever that will be. */
export function useLaneFocus(view: RefObject<HTMLElement | null>): (task: TaskId) => void {
  const isHeld = useLetGo('.lane-card, dialog, [popover]')
  const held = useRef<string | null>(null)
  const hold = (task: string): void => {
    held.current = task
    isHeld.current = true
  }
  const follow = (): void => {
    if (!isHeld.current || document.activeElement !== document.body) return
    view.current?.querySelector<HTMLElement>(`[data-task="${held.current}"]`)?.focus()
  }
  useEffect(follow)
  useEffect(() => onLostFocus(follow), [])
  useEffect(() => {
    const { current } = view
    const took = ({ target }: FocusEvent): void => {
      const task = (target as Element).closest<HTMLElement>('.lane-card')?.dataset['task']
      if (task !== undefined) hold(task)
    }
    current?.addEventListener('focusin', took)
    return () => current?.removeEventListener('focusin', took)
  }, [view])
  return (task) => {
    hold(task)
    // The event may have been quicker than the answer.
    follow()
  }
}
