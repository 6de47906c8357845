/** Decides how often turning orbs are drawn: as often as the machine does it with ease, and never where every frame takes long. */

/** Slow turning is drawn at most this often, so that a quiet hall costs little. */
const FRAME = 32
/** Between two frames the machine is left free for so many times the duration of a frame. */
const FREE = 3
/** A single slow frame does not count: the first one, for example, waits for its shaders. */
const PATIENCE = 3

export class Pace {
  #slow = 0

  /**
   * Milliseconds from a frame that took so long until the next one. null: none, until something changes. Without a
   * graphics card a frame keeps all processors busy, so that a click, and the agents of this machine, would wait for it.
   */
  pauseAfter(taken: number): number | null {
    this.#slow = taken > FRAME ? this.#slow + 1 : 0
    return this.#slow >= PATIENCE ? null : Math.max(FRAME, taken * FREE) - taken
  }
}
