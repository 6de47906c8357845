/** What the pointer does in the hall: it turns and moves the camera, selects orbs, and marks the one that it is over. */
import type { HallContent } from '../hall-props.ts'
import { listenToGestures } from './gestures.ts'
import type { SeenOrbs } from './seen-orbs.ts'
import type { StageCamera } from './stage-camera.ts'

export interface Pointed {
  readonly element: HTMLElement
  readonly camera: StageCamera
  readonly seen: SeenOrbs
  content(): Pick<HallContent, 'orbs' | 'onSelect' | 'onOpen'>
  onMove(): void
  /** The pointer is over another orb than `before`, or over none any more. */
  onHover(before: number | null): void
}

/** How many pixels beside an orb still mean it. */
const REACH = { mouse: 5, finger: 14, hover: 4 }

export class Pointing {
  readonly #pointed: Pointed
  readonly stop: () => void
  /** The index of the orb under the cursor. */
  hovered: number | null = null

  constructor(pointed: Pointed) {
    this.#pointed = pointed
    this.stop = listenToGestures(pointed.element, this.#gestures())
  }

  #gestures(): Parameters<typeof listenToGestures>[1] {
    const { camera, seen, content, onMove } = this.#pointed
    const moving =
      <T extends readonly unknown[]>(move: (...by: T) => void) =>
      (...by: T): void => {
        move(...by)
        onMove()
      }
    return {
      drag: moving((dx: number, dy: number) => camera.turn(dx, dy)),
      pan: moving((dx: number, dy: number) => camera.pan(dx, dy)),
      zoom: moving((by: number, x: number, y: number) =>
        camera.zoom(by, { x, y, depth: seen.depthNear(x, y) }),
      ),
      click: (x, y, isTouch) =>
        content().onSelect(this.#orbAt(x, y, isTouch ? REACH.finger : REACH.mouse)),
      doubleClick: (x, y) => {
        const orb = this.#orbAt(x, y, REACH.mouse)
        if (orb !== null) content().onOpen(orb)
      },
      hover: (at) => this.#hover(at === null ? null : seen.pick(at.x, at.y, REACH.hover)),
    }
  }

  #orbAt(x: number, y: number, reach: number): string | null {
    const orb = this.#pointed.seen.pick(x, y, reach)
    return orb === null ? null : this.#pointed.content().orbs[orb]!.id
  }

  #hover(orb: number | null): void {
    const before = this.hovered
    if (orb === before) return
    this.hovered = orb
    this.#pointed.element.style.cursor = orb === null ? '' : 'pointer'
    this.#pointed.onHover(before)
  }
}
