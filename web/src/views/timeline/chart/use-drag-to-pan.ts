/** Moves what is in sight along with a pointer that holds on to the background. */
import { useRef, type PointerEvent, type RefObject } from 'react'

interface PointerHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void
  onPointerMove(event: PointerEvent<HTMLElement>): void
  onPointerUp(event: PointerEvent<HTMLElement>): void
  onPointerCancel(): void
}

/** Fingers scroll by themselves; a bar under the pointer is picked, not dragged. */
export function useDragToPan(scroller: RefObject<HTMLElement | null>): PointerHandlers {
  const held = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return {
    onPointerDown(event) {
      const isBackground = (event.target as Element).closest('[data-key]') === null
      if (event.pointerType !== 'mouse' || event.button !== 0 || !isBackground) return
      held.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event) {
      if (held.current === null) return
      if (event.buttons === 0) held.current = null
      else {
        const { x, y } = held.current
        scroller.current?.scrollBy(x - event.clientX, y - event.clientY)
        held.current = { x: event.clientX, y: event.clientY }
      }
    },
    onPointerUp: () => void (held.current = null),
    onPointerCancel: () => void (held.current = null),
  }
}
