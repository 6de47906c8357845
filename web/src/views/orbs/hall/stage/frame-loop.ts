/** Draws a frame when something has changed, and goes on only while something moves and the page can be seen. */

/** What turns slowly is drawn at most this often, so that a quiet hall costs little. */
const AMBIENT_FRAME = 32

export class FrameLoop {
  readonly #draw: (now: number) => 'moves' | 'turns' | 'rests'
  #requested: number | null = null
  #last = -Infinity
  #isWanted = false

  /** `draw` tells what comes next: something moves, something turns slowly, or nothing happens. */
  constructor(draw: (now: number) => 'moves' | 'turns' | 'rests') {
    this.#draw = draw
    document.addEventListener('visibilitychange', this.#seenAgain)
  }

  /** Asks for one frame. */
  request(): void {
    this.#isWanted = true
    this.#schedule()
  }

  #seenAgain = (): void => {
    if (!document.hidden) this.request()
  }

  #schedule(): void {
    if (this.#requested !== null || document.hidden) return
    this.#requested = requestAnimationFrame(this.#frame)
  }

  #frame = (now: number): void => {
    this.#requested = null
    if (document.hidden) return
    if (!this.#isWanted && now - this.#last < AMBIENT_FRAME - 4) return this.#schedule()
    this.#isWanted = false
    this.#last = now
    const next = this.#draw(now)
    if (next === 'moves') this.request()
    else if (next === 'turns') this.#schedule()
  }

  dispose(): void {
    document.removeEventListener('visibilitychange', this.#seenAgain)
    if (this.#requested !== null) cancelAnimationFrame(this.#requested)
    this.#requested = null
  }
}
