/** Draws a frame when something has changed, and goes on only while something moves and the page can be seen. */
import { Pace } from './pace.ts'

/** How often it is asked whether a frame has been drawn. */
const POLL = 8

export interface Drawing {
  /** Tells what comes next: something moves, something turns slowly, or nothing happens. */
  draw(now: number): 'moves' | 'turns' | 'rests'
  /** Whether the last frame has been drawn to its end. */
  isDrawn(): boolean
}

export class FrameLoop {
  readonly #drawing: Drawing
  #pace = new Pace()
  #isHeld = false
  #requested: number | null = null
  /** A frame that is wanted only because something turns slowly, and the pause before it. */
  #turning: number | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(drawing: Drawing) {
    this.#drawing = drawing
    document.addEventListener('visibilitychange', this.#seenAgain)
  }

  /** Asks for one frame. */
  request(): void {
    if (!this.#isHeld) this.redraw()
  }

  /** Draws one frame even while the loop is held, because the canvas is empty. */
  redraw(): void {
    this.#calm()
    if (this.#requested !== null || document.hidden) return
    this.#requested = requestAnimationFrame(this.#frame)
  }

  /**
   * A held loop draws nothing, so that the dialog above the hall gets the machine. A released loop measures the speed
   * of the machine again.
   */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    this.#pace = new Pace()
    if (isHeld) this.#stop()
  }

  #stop(): void {
    this.#calm()
    if (this.#requested !== null) cancelAnimationFrame(this.#requested)
    this.#requested = null
  }

  #calm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#turning !== null) cancelAnimationFrame(this.#turning)
    this.#timer = this.#turning = null
  }

  #seenAgain = (): void => {
    if (!document.hidden) this.redraw()
  }

  #frame = (now: number): void => {
    this.#requested = this.#turning = null
    if (document.hidden) return
    const next = this.#drawing.draw(now)
    if (next === 'moves') this.request()
    else if (next === 'turns' && !this.#isHeld) this.#turnLater(performance.now())
  }

  #turnLater(began: number): void {
    this.#timer = setTimeout(() => {
      if (!this.#drawing.isDrawn()) return this.#turnLater(began)
      const pause = this.#pace.pauseAfter(performance.now() - began)
      this.#timer = pause === null ? null : setTimeout(this.#turn, pause)
    }, POLL)
  }

  #turn = (): void => {
    this.#timer = null
    if (!document.hidden) this.#turning = requestAnimationFrame(this.#frame)
  }

  dispose(): void {
    document.removeEventListener('visibilitychange', this.#seenAgain)
    this.#stop()
  }
}
