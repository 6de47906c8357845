/** The camera on the graph of a plan: which part of it the screen shows, and how large. */
import type { Box } from './box.ts'

/** A point p of the plan is on the screen at p * scale + (x, y). */
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
export const MARGIN = 28
const READABLE = 0.9
/** The smallest scale at which a title can be read. */
export const STILL_GOOD = 0.7
/** The largest scale, for a small plan. */
export const LIFE_SIZE = 1.1

/** At such a scale the text cannot be read. */
export const isFar = ({ scale }: Camera): boolean => scale < 0.45

/** The first view: the whole plan, if its text can be read; else its beginning. */
export function beginning(box: Box, screen: Size): Camera {
  const all = fitting(box, screen)
  if (all.scale >= STILL_GOOD) return all
  const tall = (screen.height - 2 * MARGIN) / box.height
  const scale = Math.min(Math.max(tall, STILL_GOOD), READABLE)
  return { scale, x: MARGIN - box.x * scale, y: screen.height / 2 - middleOf(box) * scale }
}

const middleOf = ({ y, height }: Box): number => y + height / 2

/** Shows the whole plan, at most slightly enlarged. A plan that does not fit at the smallest scale is shown from its beginning. */
export function fitting(box: Box, screen: Size): Camera {
  const room = { width: screen.width - 2 * MARGIN, height: screen.height - 2 * MARGIN }
  const fit = Math.min(room.width / box.width, room.height / box.height, LIFE_SIZE)
  const scale = clamp(Number.isFinite(fit) && fit > 0 ? fit : 1)
  const free = screen.width - box.width * scale
  const x = free >= 0 ? free / 2 : MARGIN
  return {
    scale,
    x: x - box.x * scale,
    y: screen.height / 2 - middleOf(box) * scale,
  }
}

/** The point of the plan that is at `at` on the screen stays there. */
export function zoomed(
  camera: Camera,
  factor: number,
  at: { readonly x: number; readonly y: number },
): Camera {
  const scale = clamp(camera.scale * factor)
  const ratio = scale / camera.scale
  return { scale, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio }
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

/** The box in the middle of the screen, so near that it can be read. */
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
