/** Scrolls the chart while the user drags its background. */
import { useRef, type PointerEvent, type RefObject } from 'react'

interface PointerHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void
  onPointerMove(event: PointerEvent<HTMLElement>): void
  onPointerUp(event: PointerEvent<HTMLElement>): void
  onPointerCancel(): void
}

/** Only for the mouse, because the browser scrolls for fingers. A bar is picked, not dragged. */
export function useDragToPan(scroller: RefObject<HTMLElement | null>): PointerHandlers {
  const draggedFrom = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return {
    onPointerDown(event) {
      const isBackground = (event.target as Element).closest('[data-key], [data-task]') === null
      if (event.pointerType !== 'mouse' || event.button !== 0 || !isBackground) return
      draggedFrom.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event) {
      if (draggedFrom.current === null) return
      if (event.buttons === 0) draggedFrom.current = null
      else {
        const { x, y } = draggedFrom.current
        scroller.current?.scrollBy(x - event.clientX, y - event.clientY)
        draggedFrom.current = { x: event.clientX, y: event.clientY }
      }
    },
    onPointerUp: () => void (draggedFrom.current = null),
    onPointerCancel: () => void (draggedFrom.current = null),
  }
}
