/** The nearest camera from which everything is seen, exactly, within the free part of the screen. */
import type { Point } from '../layout/hall-layout.ts'
import { dot, focalOf, plus, viewOf, type Camera, type Screen } from './view.ts'

export interface Ball extends Point {
  readonly radius: number
}

export interface Fit {
  readonly yaw: number
  readonly pitch: number
  /** Pixels that stay free at each side, for labels. */
  readonly margin: {
    readonly top: number
    readonly right: number
    readonly bottom: number
    readonly left: number
  }
  /** Never so near that a unit is larger than this many pixels. */
  readonly largestUnit: number
}

/** Each side of the screen is a plane through the eye; the ball that reaches furthest over each decides. */
export function fitCamera(
  balls: readonly Ball[],
  screen: Screen,
  { yaw, pitch, margin, largestUnit }: Fit,
): Camera {
  const { right, up, back } = viewOf({ target: ORIGIN, yaw, pitch, distance: 1 }, screen)
  const focal = focalOf(screen)
  const slope = slopesOf(screen, margin, focal)
  let [east, west, north, south, near, far] = [
    -Infinity,
    -Infinity,
    -Infinity,
    -Infinity,
    -Infinity,
    Infinity,
  ]
  for (const ball of balls) {
    const x = dot(ball, right)
    const y = dot(ball, up)
    const z = dot(ball, back)
    east = Math.max(east, x + ball.radius + z * slope.right)
    west = Math.max(west, -x + ball.radius + z * slope.left)
    north = Math.max(north, y + ball.radius + z * slope.top)
    south = Math.max(south, -y + ball.radius + z * slope.bottom)
    near = Math.max(near, z + ball.radius)
    far = Math.min(far, z)
  }
  const middle = (near + far) / 2
  const exact = Math.max(
    (east + west) / (slope.right + slope.left),
    (north + south) / (slope.top + slope.bottom),
  )
  const eye = Math.max(exact, near + 1, middle + focal / largestUnit)
  const x = (east - west - (slope.right - slope.left) * eye) / 2
  const y = (north - south - (slope.top - slope.bottom) * eye) / 2
  const target = plus(plus(plus(ORIGIN, right, x), up, y), back, middle)
  return { target, yaw, pitch, distance: eye - middle }
}

const ORIGIN: Point = { x: 0, y: 0, z: 0 }

/** How steeply each side leads away from the line of sight. */
function slopesOf(
  { width, height, insets }: Screen,
  margin: Fit['margin'],
  focal: number,
): Fit['margin'] {
  const halfWidth = (width - insets.left - insets.right) / 2
  const halfHeight = (height - insets.top - insets.bottom) / 2
  const slope = (half: number, free: number): number => Math.max(30, half - free) / focal
  return {
    top: slope(halfHeight, margin.top),
    right: slope(halfWidth, margin.right),
    bottom: slope(halfHeight, margin.bottom),
    left: slope(halfWidth, margin.left),
  }
}
