/** Where every orb is on the screen, and which one is under the cursor. */
import { NUMBERS } from '../look/orb-data.ts'
import type { View } from '../camera/view.ts'

export class SeenOrbs {
  x = new Float32Array(0)
  y = new Float32Array(0)
  radius = new Float32Array(0)
  depth = new Float32Array(0)
  count = 0

  see(view: View, numbers: Float32Array, count: number): void {
    if (this.x.length < count) this.#grow(count)
    this.count = count
    const { eye, right, up, back, focal, centreX, centreY } = view
    for (let i = 0, at = 0; i < count; i++, at += NUMBERS) {
      const dx = numbers[at]! - eye.x
      const dy = numbers[at + 1]! - eye.y
      const dz = numbers[at + 2]! - eye.z
      const depth = -(dx * back.x + dy * back.y + dz * back.z)
      const scale = focal / Math.max(0.1, depth)
      this.x[i] = centreX + (dx * right.x + dy * right.y + dz * right.z) * scale
      this.y[i] = centreY - (dx * up.x + dy * up.y + dz * up.z) * scale
      this.radius[i] = depth < 0.5 ? 0 : Math.max(numbers[at + 3]! * scale, numbers[at + 19]!)
      this.depth[i] = depth
    }
  }

  #grow(count: number): void {
    this.x = new Float32Array(count)
    this.y = new Float32Array(count)
    this.radius = new Float32Array(count)
    this.depth = new Float32Array(count)
  }

  depths(): { readonly near: number; readonly far: number } {
    let near = Infinity
    let far = 1
    for (let i = 0; i < this.count; i++) {
      near = Math.min(near, this.depth[i]!)
      far = Math.max(far, this.depth[i]!)
    }
    return { near: Math.max(0.5, near === Infinity ? 1 : near), far }
  }

  /** The orb at this place, or the nearest within reach of a finger; of two over each other, the one in front. */
  pick(x: number, y: number, reach: number): number | null {
    let best: number | null = null
    let least = Infinity
    for (let i = 0; i < this.count; i++) {
      if (this.radius[i] === 0) continue
      const away = Math.hypot(this.x[i]! - x, this.y[i]! - y) - this.radius[i]! * 1.15
      if (away > reach) continue
      const worth = away <= 0 ? this.depth[i]! * 1e-6 - 1 : away
      if (worth < least) [least, best] = [worth, i]
    }
    return best
  }

  /** How far the orb nearest to this place is, for zooming to it; null: there are no orbs. */
  depthNear(x: number, y: number): number | null {
    let least = Infinity
    let depth: number | null = null
    for (let i = 0; i < this.count; i++) {
      const away = Math.hypot(this.x[i]! - x, this.y[i]! - y)
      if (away < least && this.depth[i]! > 0.5) [least, depth] = [away, this.depth[i]!]
    }
    return depth
  }
}
