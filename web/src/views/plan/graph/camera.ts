/** How one looks at the plan: what is shifted where, and how large it is. */
import type { Box } from './plan-layout.ts'

/** A point p of the plan is seen at p * scale + (x, y). */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const SMALLEST = 0.04
const LARGEST = 2
const MARGIN = 28
const READABLE = 0.9
const STILL_GOOD = 0.55

/** Smaller than this nothing can be read. */
export const isFar = ({ scale }: Camera): boolean => scale < 0.42

/** What one sees first: all of it, as long as that can be read; else its beginning. */
export function beginning(box: Box, screen: Size): Camera {
  const all = fitting(box, screen)
  if (all.scale >= STILL_GOOD) return all
  const scale = STILL_GOOD
  return { scale, x: MARGIN - box.x * scale, y: screen.height / 2 - middleOf(box) * scale }
}

const middleOf = ({ y, height }: Box): number => y + height / 2

/** All of it in sight, but no larger than life; what cannot be that small begins at its beginning. */
export function fitting(box: Box, screen: Size): Camera {
  const room = { width: screen.width - 2 * MARGIN, height: screen.height - 2 * MARGIN }
  const wanted = Math.min(room.width / box.width, room.height / box.height, 1)
  const scale = clamp(Number.isFinite(wanted) && wanted > 0 ? wanted : 1)
  const free = screen.width - box.width * scale
  const x = free >= 0 ? free / 2 : MARGIN
  return {
    scale,
    x: x - box.x * scale,
    y: screen.height / 2 - middleOf(box) * scale,
  }
}

/** What is at this point of the screen stays there. */
export function zoomed(
  camera: Camera,
  factor: number,
  at: { readonly x: number; readonly y: number },
): Camera {
  const scale = clamp(camera.scale * factor)
  const real = scale / camera.scale
  return { scale, x: at.x - (at.x - camera.x) * real, y: at.y - (at.y - camera.y) * real }
}

export const panned = (camera: Camera, x: number, y: number): Camera => ({
  ...camera,
  x: camera.x + x,
  y: camera.y + y,
})

/** The part of the plan that is in sight. */
export const sightOf = ({ x, y, scale }: Camera, { width, height }: Size): Box => ({
  x: -x / scale,
  y: -y / scale,
  width: width / scale,
  height: height / scale,
})

/** So near that it can be read, in the middle. */
export function closeUp(box: Box, screen: Size): Camera {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return {
    scale: READABLE,
    x: screen.width / 2 - middle.x * READABLE,
    y: screen.height / 2 - middle.y * READABLE,
  }
}

/** Moves as little as needed to have a box in sight. */
export function showing(camera: Camera, box: Box, screen: Size): Camera {
  const by = (from: number, size: number, room: number): number => {
    if (from < MARGIN) return MARGIN - from
    return from + size > room - MARGIN ? Math.max(room - MARGIN - size - from, MARGIN - from) : 0
  }
  const { x, y, scale } = camera
  return panned(
    camera,
    by(box.x * scale + x, box.width * scale, screen.width),
    by(box.y * scale + y, box.height * scale, screen.height),
  )
}

export const meets = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

const clamp = (scale: number): number => Math.min(Math.max(scale, SMALLEST), LARGEST)
