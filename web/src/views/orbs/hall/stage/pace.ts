/** How often what turns by itself is drawn: as often as the machine does it with ease, and not at all where every frame takes long. */

/** What turns slowly is drawn at most this often, so that a quiet hall costs little. */
const FRAME = 32
/** So many times as long as a frame takes is left to everything else. */
const FREE = 3
/** Any frame can be late by chance, and the first one waits for its shaders. */
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
