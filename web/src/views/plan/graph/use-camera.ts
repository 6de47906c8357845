/** Moves the camera by wheel, drag and keys. Until the user moves it, it follows the plan as that changes. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { useShortcuts } from '../../../parts/keys/shortcuts.ts'
import {
  beginning,
  closeUp,
  fitting,
  isFar,
  panned,
  showing,
  zoomed,
  type Camera,
  type Size,
} from './camera.ts'
import type { Box } from './box.ts'

export interface CameraControl {
  readonly camera: Camera
  zoomBy(factor: number): void
  fit(): void
  /** Moves as little as needed to have the box in sight; closely: it must be readable, too. */
  show(box: Box, closely?: boolean): void
  readonly drag: {
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onPointerMove(event: PointerEvent<HTMLElement>): void
  }
}

/** The zoom factor of a button or a key. */
export const ZOOM_STEP = 1.4
const WHEEL = 0.0022

interface Screen {
  readonly screen: RefObject<HTMLDivElement | null>
  readonly size: Size
}

/** The element that shows the plan, and its size: 0 until measured. */
export function useScreen(): Screen {
  const screen = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useSize(screen, setSize)
  return { screen, size }
}

export function useCamera(box: Box, screen: Screen['screen'], size: Size): CameraControl {
  const [look, setLook] = useState<Camera | 'beginning' | 'all'>('beginning')
  const cameraFor = (look: Camera | 'beginning' | 'all'): Camera => {
    if (look === 'beginning') return beginning(box, size)
    return look === 'all' ? fitting(box, size) : look
  }
  const camera = cameraFor(look)
  const move = (change: (camera: Camera) => Camera): void =>
    setLook((now) => change(cameraFor(now)))
  const zoomBy = (factor: number): void =>
    move((now) => zoomed(now, factor, { x: size.width / 2, y: size.height / 2 }))
  const fit = (): void => setLook('all')

  useWheel(screen, move)
  useShortcuts([
    { keys: '+', label: 'Zoom in', group: 'Plan', run: () => zoomBy(ZOOM_STEP) },
    { keys: '=', label: 'Zoom in', group: 'Plan', run: () => zoomBy(ZOOM_STEP) },
    { keys: '-', label: 'Zoom out', group: 'Plan', run: () => zoomBy(1 / ZOOM_STEP) },
    { keys: 'f', label: 'Fit everything', group: 'Plan', run: fit },
  ])
  return {
    camera,
    zoomBy,
    fit,
    show(box, closely = false) {
      const next = closely && isFar(camera) ? closeUp(box, size) : showing(camera, box, size)
      if (next.x !== camera.x || next.y !== camera.y || next.scale !== camera.scale) setLook(next)
    },
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

/** The wheel moves the camera; with ctrl, which browsers also report for a pinch, it zooms. */
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

/** Dragging the background moves the camera; tasks cannot be dragged. */
function useDrag(move: Move): CameraControl['drag'] {
  const draggedFrom = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return {
    onPointerDown(event) {
      const isBackground = (event.target as Element).closest('button') === null
      draggedFrom.current = isBackground ? { x: event.clientX, y: event.clientY } : null
    },
    onPointerMove(event) {
      const from = draggedFrom.current
      if (from === null || event.buttons === 0) return
      draggedFrom.current = { x: event.clientX, y: event.clientY }
      move((now) => panned(now, event.clientX - from.x, event.clientY - from.y))
    },
  }
}
