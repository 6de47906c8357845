/** The focus is lost when what has it, or what it would go back to, is no longer on the page. */
import { useEffect, useRef, type RefObject } from 'react'

const LOST = 'focus-lost'

/** To be called when a dialog gives the focus back, which it cannot if that element is gone. */
export function tellLostFocus(): void {
  if (document.activeElement === document.body) document.dispatchEvent(new Event(LOST))
}

export function onLostFocus(find: () => void): () => void {
  document.addEventListener(LOST, find)
  return () => document.removeEventListener(LOST, find)
}

/** Set by whoever takes the focus; a click or a step to elsewhere on the page lets go, what `staysWith` does not. */
export function useLetGo(staysWith: string): RefObject<boolean> {
  const isHeld = useRef(false)
  useEffect(() => {
    const look = ({ target }: Event): void => {
      const isElsewhere = target instanceof Element && target.closest(staysWith) === null
      if (isElsewhere) isHeld.current = false
    }
    document.addEventListener('focusin', look)
    document.addEventListener('pointerdown', look)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('pointerdown', look)
    }
  }, [staysWith])
  return isHeld
}
