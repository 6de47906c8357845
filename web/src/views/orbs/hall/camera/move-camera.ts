/** How a user moves the camera: turns, zooms to the cursor, pans; and how it glides from one place to another. */
import { plus, pointAt, viewOf, type Camera, type Screen, type Seen } from './view.ts'

const MOST_YAW = (69 * Math.PI) / 180
const LEAST_PITCH = (8 * Math.PI) / 180
const MOST_PITCH = (80 * Math.PI) / 180
/** Radians for a pixel. */
const TURNING = 0.005

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

export const turn = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  yaw: within(camera.yaw - dx * TURNING, -MOST_YAW, MOST_YAW),
  pitch: within(camera.pitch + dy * TURNING, LEAST_PITCH, MOST_PITCH),
})

export interface Distances {
  readonly least: number
  readonly most: number
}

/** What is seen at the cursor stays there. */
export function zoomAt(
  camera: Camera,
  cursor: Seen,
  screen: Screen,
  { by, least, most }: Distances & { readonly by: number },
): Camera {
  const distance = within(camera.distance * by, least, most)
  const factor = distance / camera.distance
  const fixed = pointAt(viewOf(camera, screen), cursor)
  return { ...camera, distance, target: plus(fixed, plus(camera.target, fixed, -1), factor) }
}

export function pan(camera: Camera, screen: Screen, dx: number, dy: number): Camera {
  const { right, up, focal } = viewOf(camera, screen)
  const unit = camera.distance / focal
  return { ...camera, target: plus(plus(camera.target, right, -dx * unit), up, dy * unit) }
}

/** Between two cameras; distances by ratio, so that the speed looks even. */
export function glide(from: Camera, to: Camera, part: number): Camera {
  const mix = (a: number, b: number): number => a + (b - a) * part
  return {
    target: plus(from.target, plus(to.target, from.target, -1), part),
    yaw: mix(from.yaw, to.yaw),
    pitch: mix(from.pitch, to.pitch),
    distance: from.distance * (to.distance / from.distance) ** part,
  }
}

export const isSameCamera = (a: Camera, b: Camera): boolean =>
  a.yaw === b.yaw &&
  a.pitch === b.pitch &&
  a.distance === b.distance &&
  a.target.x === b.target.x &&
  a.target.y === b.target.y &&
  a.target.z === b.target.z
