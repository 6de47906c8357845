/** Mouse, wheel and fingers on the hall: turning, panning, zooming, choosing. */

export interface GestureCalls {
  /** A drag with the main button or one finger. */
  drag(dx: number, dy: number): void
  /** A drag with another button, with Shift, or with two fingers. */
  pan(dx: number, dy: number): void
  /** `by` below 1 comes nearer; x and y are where the cursor is. */
  zoom(by: number, x: number, y: number): void
  click(x: number, y: number, isTouch: boolean): void
  doubleClick(x: number, y: number): void
  /** null: the cursor has left. */
  hover(at: { readonly x: number; readonly y: number } | null): void
}

/** A press that moves less than this many pixels is a click. */
const STILL = 5
const WHEEL = 0.0014

export function listenToGestures(element: HTMLElement, calls: GestureCalls): () => void {
  const pressed = new Map<number, { x: number; y: number }>()
  let moved = 0
  let isPanning = false
  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  const down = (event: PointerEvent): void => {
    element.setPointerCapture(event.pointerId)
    pressed.set(event.pointerId, place(event))
    if (pressed.size === 1) moved = 0
    isPanning = event.button !== 0 || event.shiftKey
  }

  const move = (event: PointerEvent): void => {
    const at = place(event)
    const before = pressed.get(event.pointerId)
    if (before === undefined) {
      if (event.pointerType === 'mouse') calls.hover(at)
      return
    }
    const [dx, dy] = [at.x - before.x, at.y - before.y]
    moved += Math.abs(dx) + Math.abs(dy)
    if (pressed.size === 2) pinch(event.pointerId, before, at)
    pressed.set(event.pointerId, at)
    if (pressed.size > 1 || moved < STILL) return
    if (isPanning) calls.pan(dx, dy)
    else calls.drag(dx, dy)
  }

  const pinch = (
    finger: number,
    before: { x: number; y: number },
    at: { x: number; y: number },
  ): void => {
    const other = [...pressed].find(([id]) => id !== finger)![1]
    const apart = Math.hypot(at.x - other.x, at.y - other.y)
    const apartBefore = Math.hypot(before.x - other.x, before.y - other.y)
    calls.zoom(apartBefore / Math.max(1, apart), (at.x + other.x) / 2, (at.y + other.y) / 2)
    calls.pan((at.x - before.x) / 2, (at.y - before.y) / 2)
  }

  const up = (event: PointerEvent): void => {
    const wasPressed = pressed.delete(event.pointerId)
    if (!wasPressed || pressed.size > 0 || moved >= STILL || event.button > 0) return
    const { x, y } = place(event)
    calls.click(x, y, event.pointerType !== 'mouse')
  }

  const cancel = (event: PointerEvent): void => void pressed.delete(event.pointerId)
  const leave = (): void => calls.hover(null)
  const doubleClick = (event: MouseEvent): void => {
    const { x, y } = place(event)
    calls.doubleClick(x, y)
  }
  const noMenu = (event: Event): void => event.preventDefault()
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    const { x, y } = place(event)
    const lines = event.deltaMode === 1 ? 16 : 1
    // A pinch on a touchpad arrives as a wheel with Ctrl, in small numbers.
    const speed = event.ctrlKey ? WHEEL * 6 : WHEEL
    calls.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * lines)) * speed), x, y)
  }

  const listeners = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', cancel],
    ['pointerleave', leave],
    ['dblclick', doubleClick],
    ['contextmenu', noMenu],
    ['wheel', wheel],
  ] as const
  for (const [name, listener] of listeners)
    element.addEventListener(name, listener as EventListener, { passive: false })
  return () => {
    for (const [name, listener] of listeners)
      element.removeEventListener(name, listener as EventListener)
  }
}
