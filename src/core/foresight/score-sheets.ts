/** Scores that are used again for each question: to make them anew takes longer than to fill them. */
import { Scores } from './scores.ts'

export class ScoreSheets {
  readonly #sheets: Scores[] = []
  #taken = 0

  /** All sheets are free again: what was taken before must no longer be read. */
  begin(): void {
    this.#taken = 0
  }

  /** An empty one. Questions take sheets in the same order, so each has the right size already. */
  take(size: number): Scores {
    const place = this.#taken++
    const known = this.#sheets[place]
    if (known !== undefined && known.size >= size) return known.empty()
    return (this.#sheets[place] = new Scores(known === undefined ? size : grown(size)))
  }
}

/** The history grows by a few files and commits at a time. */
const grown = (size: number): number => Math.ceil(size * 1.1) + 100
