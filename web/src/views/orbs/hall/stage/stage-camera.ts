/** Where the camera of the hall stands: by itself before all or before the selected stack, or where the user has moved it. */
import { cameraForAll, cameraForStack } from '../camera/hall-camera.ts'
import { glide, isSameCamera, pan, turn, zoomAt } from '../camera/move-camera.ts'
import { viewOf, type Camera, type Screen, type View } from '../camera/view.ts'
import { easeOut, MOTION, smoothstep } from '../look/motion.ts'
import type { KeptHall } from './kept-hall.ts'

export interface CameraScene {
  readonly hall: KeptHall
  readonly screen: Screen
  readonly selected: string | null
  readonly isStill: boolean
}

interface Gliding {
  readonly from: Camera
  readonly to: Camera
  readonly started: number
}

/** No nearer than this, and no further than so many times the distance from which all is seen. */
const NEAREST = 3
const FURTHEST = 1.6

export class StageCamera {
  readonly #scene: () => CameraScene
  #camera: Camera
  #gliding: Gliding | null = null
  /** Where the user had moved it before an orb was selected. */
  #cameFrom: Camera | null = null
  #isFree = false

  constructor(scene: () => CameraScene) {
    this.#scene = scene
    this.#camera = this.#forAll()
  }

  get now(): Camera {
    return this.#camera
  }

  view(): View {
    return viewOf(this.#camera, this.#scene().screen)
  }

  turn(dx: number, dy: number): void {
    this.#byUser(turn(this.#camera, dx, dy))
  }

  pan(dx: number, dy: number): void {
    this.#byUser(pan(this.#camera, this.#scene().screen, dx, dy))
  }

  /** `depth`: how far what is at the cursor is. */
  zoom(
    by: number,
    cursor: { readonly x: number; readonly y: number; readonly depth: number | null },
  ): void {
    const { screen } = this.#scene()
    const seen = { ...cursor, depth: cursor.depth ?? this.#camera.distance }
    const most = this.#forAll().distance * FURTHEST
    this.#byUser(zoomAt(this.#camera, seen, screen, { by, least: NEAREST, most }))
  }

  #byUser(camera: Camera): void {
    this.#gliding = null
    this.#cameFrom = null
    this.#isFree = true
    this.#camera = camera
  }

  fit(): void {
    this.#isFree = false
    this.#cameFrom = null
    this.#glideTo(this.#forAll())
  }

  /** The screen has another size, or panels cover another part of it. A camera that the user has moved stays. */
  reframe(how: 'jump' | 'glide'): void {
    if (this.#isFree) return
    if (how === 'glide') return this.#glideTo(this.#home())
    this.#gliding = null
    this.#camera = this.#home()
  }

  /** An orb has been selected, or none is any more: then it goes back to where it was. */
  select(): void {
    const { selected } = this.#scene()
    if (selected !== null) {
      if (this.#isFree) this.#cameFrom ??= this.#camera
      this.#glideTo(this.#home())
    } else if (!this.#isFree) this.#glideTo(this.#forAll())
    else if (this.#cameFrom !== null) {
      this.#glideTo(this.#cameFrom)
      this.#cameFrom = null
    }
  }

  #home(): Camera {
    const { hall, screen, selected } = this.#scene()
    const stack = selected === null ? undefined : hall.layout.places.get(selected)?.stack
    if (stack === undefined) return this.#forAll()
    return cameraForStack(stack, hall.layout, screen, this.#isFree ? this.#camera : this.#forAll())
  }

  #forAll(): Camera {
    const { hall, screen } = this.#scene()
    return cameraForAll(hall.layout, screen, hall.plan.sizes.pitch)
  }

  #glideTo(to: Camera): void {
    this.#gliding = null
    if (this.#scene().isStill || isSameCamera(this.#camera, to)) this.#camera = to
    else this.#gliding = { from: this.#camera, to, started: performance.now() }
  }

  /** true: it goes on gliding. */
  advance(now: number): boolean {
    if (this.#gliding === null) return false
    const { from, to, started } = this.#gliding
    const part = Math.max(0, (now - started) / MOTION.glide)
    this.#camera = part >= 1 ? to : glide(from, to, smoothstep((easeOut(part) + part) / 2))
    if (part >= 1) this.#gliding = null
    return part < 1
  }
}
