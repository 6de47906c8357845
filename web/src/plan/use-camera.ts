/** Looks around in the plan: by wheel, drag and keys. Until somebody does, all of it is in sight. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { useShortcuts } from '../keys/shortcuts.ts'
import { fitting, panned, showing, zoomed, type Camera, type Size } from './camera.ts'
import type { Box } from './plan-layout.ts'

export interface CameraControl {
  readonly screen: RefObject<HTMLDivElement | null>
  readonly size: Size
  readonly camera: Camera
  zoomBy(factor: number): void
  fit(): void
  show(box: Box): void
  readonly drag: {
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onPointerMove(event: PointerEvent<HTMLElement>): void
  }
}

const STEP = 1.4
const WHEEL = 0.0022

export function useCamera(box: Box): CameraControl {
  const screen = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [moved, setMoved] = useState<Camera | null>(null)
  const camera = moved ?? fitting(box, size)
  const move = (change: (camera: Camera) => Camera): void =>
    setMoved((now) => change(now ?? fitting(box, size)))
  const zoomBy = (factor: number): void =>
    move((now) => zoomed(now, factor, { x: size.width / 2, y: size.height / 2 }))
  const fit = (): void => setMoved(null)

  useSize(screen, setSize)
  useWheel(screen, move)
  useShortcuts([
    { keys: '+', label: 'Zoom in', group: 'Plan', run: () => zoomBy(STEP) },
    { keys: '=', label: 'Zoom in', group: 'Plan', run: () => zoomBy(STEP) },
    { keys: '-', label: 'Zoom out', group: 'Plan', run: () => zoomBy(1 / STEP) },
    { keys: 'f', label: 'Show all of it', group: 'Plan', run: fit },
  ])
  return {
    screen,
    size,
    camera,
    zoomBy,
    fit,
    show: (box) => move((now) => showing(now, box, size)),
    drag: useDrag(move),
  }
}

function useSize(screen: RefObject<HTMLElement | null>, tell: (size: Size) => void): void {
  useEffect(() => {
    const element = screen.current!
    const resized = new ResizeObserver(() =>
      tell({ width: element.clientWidth, height: element.clientHeight }),
    )
    resized.observe(element)
    return () => resized.disconnect()
  }, [screen])
}

type Move = (change: (camera: Camera) => Camera) => void

/** With ctrl, which is also what a pinch on a touchpad is, it zooms; without, it moves. */
function useWheel(screen: RefObject<HTMLElement | null>, move: Move): void {
  const latest = useRef(move)
  latest.current = move
  useEffect(() => {
    const element = screen.current!
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      latest.current((now) =>
        event.ctrlKey || event.metaKey
          ? zoomed(now, Math.exp(-event.deltaY * WHEEL), at)
          : panned(now, -event.deltaX, -event.deltaY),
      )
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [screen])
}

/** The background is held and pulled; tasks are not dragged. */
function useDrag(move: Move): CameraControl['drag'] {
  const held = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return {
    onPointerDown(event) {
      const isBackground = (event.target as Element).closest('button') === null
      held.current = isBackground ? { x: event.clientX, y: event.clientY } : null
    },
    onPointerMove(event) {
      const from = held.current
      if (from === null || event.buttons === 0) return
      held.current = { x: event.clientX, y: event.clientY }
      move((now) => panned(now, event.clientX - from.x, event.clientY - from.y))
    },
  }
}
