/** Draws a frame when something has changed, and goes on only while something moves and the page can be seen. */

/** What turns slowly is drawn at most this often, so that a quiet hall costs little. */
const AMBIENT_FRAME = 32
/** Where drawing takes long, as without a graphics card, so many times as long is left to everything else. */
const FREE = 3
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
    this.calm()
    if (this.#requested !== null || document.hidden) return
    this.#requested = requestAnimationFrame(this.#frame)
  }

  /** What turns slowly stands still until the next request. */
  calm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#turning !== null) cancelAnimationFrame(this.#turning)
    this.#timer = this.#turning = null
  }

  #seenAgain = (): void => {
    if (!document.hidden) this.request()
  }

  #frame = (now: number): void => {
    this.#requested = this.#turning = null
    if (document.hidden) return
    const next = this.#drawing.draw(now)
    if (next === 'moves') this.request()
    else if (next === 'turns') this.#turnLater(performance.now())
  }

  #turnLater(began: number): void {
    this.#timer = setTimeout(() => {
      if (!this.#drawing.isDrawn()) return this.#turnLater(began)
      const taken = performance.now() - began
      this.#timer = setTimeout(this.#turn, Math.max(AMBIENT_FRAME, taken * FREE) - taken)
    }, POLL)
  }

  #turn = (): void => {
    this.#timer = null
    if (!document.hidden) this.#turning = requestAnimationFrame(this.#frame)
  }

  dispose(): void {
    document.removeEventListener('visibilitychange', this.#seenAgain)
    this.calm()
    if (this.#requested !== null) cancelAnimationFrame(this.#requested)
    this.#requested = null
  }
}
