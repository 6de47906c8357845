/** Seeing the hall: from a camera to the place of a point on the screen, and back. */
import type { Point } from '../layout/hall-layout.ts'

/** What a user can change: where to look, from which direction, and from how far. */
export interface Camera {
  /** The point that is seen in the middle of the free part of the screen. */
  readonly target: Point
  /** To the right, in radians. */
  readonly yaw: number
  /** From above, in radians. */
  readonly pitch: number
  readonly distance: number
}

/** In CSS pixels. */
export interface Screen {
  readonly width: number
  readonly height: number
  /** Covered by panels at each side. */
  readonly insets: {
    readonly top: number
    readonly right: number
    readonly bottom: number
    readonly left: number
  }
}

export interface View {
  readonly eye: Point
  readonly right: Point
  readonly up: Point
  /** From the target to the eye. */
  readonly back: Point
  /** Pixels of one unit at distance 1. */
  readonly focal: number
  /** Where the target is seen. */
  readonly centreX: number
  readonly centreY: number
}

/** Where a point is seen, and how far it is from the eye along the view. */
export interface Seen {
  readonly x: number
  readonly y: number
  readonly depth: number
}

const FIELD_OF_VIEW = (24 * Math.PI) / 180
export const NEAREST = 0.1

export const focalOf = ({ height }: Screen): number => height / 2 / Math.tan(FIELD_OF_VIEW / 2)

export function viewOf({ target, yaw, pitch, distance }: Camera, screen: Screen): View {
  const { width, height, insets } = screen
  const back = {
    x: Math.sin(yaw) * Math.cos(pitch),
    y: Math.sin(pitch),
    z: Math.cos(yaw) * Math.cos(pitch),
  }
  const right = { x: Math.cos(yaw), y: 0, z: -Math.sin(yaw) }
  const up = cross(back, right)
  return {
    eye: plus(target, back, distance),
    right,
    up,
    back,
    focal: focalOf(screen),
    centreX: (insets.left + width - insets.right) / 2,
    centreY: (insets.top + height - insets.bottom) / 2,
  }
}

export function project(view: View, { x, y, z }: Point): Seen {
  const { eye, right, up, back, focal, centreX, centreY } = view
  const dx = x - eye.x
  const dy = y - eye.y
  const dz = z - eye.z
  const depth = -(dx * back.x + dy * back.y + dz * back.z)
  const scale = focal / Math.max(NEAREST, depth)
  return {
    x: centreX + (dx * right.x + dy * right.y + dz * right.z) * scale,
    y: centreY - (dx * up.x + dy * up.y + dz * up.z) * scale,
    depth,
  }
}

/** The point that is seen at this place of the screen, so far from the eye. */
export function pointAt(view: View, { x, y, depth }: Seen): Point {
  const scale = depth / view.focal
  const across = plus(view.eye, view.right, (x - view.centreX) * scale)
  return plus(plus(across, view.up, (view.centreY - y) * scale), view.back, -depth)
}

export const plus = (a: Point, b: Point, times: number): Point => ({
  x: a.x + b.x * times,
  y: a.y + b.y * times,
  z: a.z + b.z * times,
})

export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y + a.z * b.z

const cross = (a: Point, b: Point): Point => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
})
