/** In which order orbs are drawn: from the back to the front, and the selected stack over everything else. */
import type { Camera } from '../camera/view.ts'
import { DrawOrder } from '../draw-order.ts'
import type { HallScene } from '../draw/hall-scene.ts'

/** The order is good enough until the hall has turned by this many radians. */
const TURNED = 0.01

export class PaintOrder {
  readonly #scene: HallScene
  #order = new DrawOrder(0)
  #sortedFor: Pick<Camera, 'yaw' | 'pitch'> | null = null

  constructor(scene: HallScene) {
    this.#scene = scene
  }

  /** There are so many orbs now. */
  reset(count: number): void {
    this.#order = new DrawOrder(count)
    this.outdate()
  }

  outdate(): void {
    this.#sortedFor = null
  }

  update({ yaw, pitch }: Camera, depths: Float32Array, lit: () => ReadonlySet<number>): void {
    const before = this.#sortedFor
    if (before !== null && Math.abs(before.yaw - yaw) + Math.abs(before.pitch - pitch) < TURNED)
      return
    this.#sortedFor = { yaw, pitch }
    this.#order.sort(depths)
    this.#scene.setOrder(this.#order.order, lit())
  }
}
