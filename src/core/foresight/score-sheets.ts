/** Reuses arrays of scores between questions: allocating them takes longer than filling them. */
import { Scores } from './scores.ts'

export class ScoreSheets {
  readonly #sheets: Scores[] = []
  #taken = 0

  /** Frees all sheets. Sheets that were taken before must no longer be read. */
  begin(): void {
    this.#taken = 0
  }

  /** Returns an empty sheet. Questions take sheets in the same order, so each sheet already has the right size. */
  take(size: number): Scores {
    const place = this.#taken++
    const sheet = this.#sheets[place]
    if (sheet !== undefined && sheet.size >= size) return sheet.empty()
    return (this.#sheets[place] = new Scores(sheet === undefined ? size : grown(size)))
  }
}

/** Spare room, because the history grows by a few files and commits at a time. */
const grown = (size: number): number => Math.ceil(size * 1.1) + 100
