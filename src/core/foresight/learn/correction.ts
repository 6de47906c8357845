/** Corrects the probability of each file by how often it was foreseen and how often it was really touched. */
import type { Lesson } from './lesson.ts'
import { logistic } from './model.ts'

const FORGET = 0.995
const DOUBT = 1.5
const MOST = 3

export class Correction {
  readonly #foreseen: number[] = []
  readonly #touched: number[] = []

  /** What to add to the logit of the file. */
  of(file: number): number {
    const ratio = ((this.#touched[file] ?? 0) + DOUBT) / ((this.#foreseen[file] ?? 0) + DOUBT)
    return Math.min(MOST, Math.max(-MOST, Math.log(ratio)))
  }

  /** `logits`: as foreseen without this correction. */
  learn({ files, touched, missed }: Lesson, logits: Float64Array): void {
    files.forEach((file, at) => {
      this.#foreseen[file] = (this.#foreseen[file] ?? 0) * FORGET + logistic(logits[at]!)
      this.#touched[file] = (this.#touched[file] ?? 0) * FORGET + touched[at]!
    })
    for (const file of missed) this.#touched[file] = (this.#touched[file] ?? 0) + 1
  }
}
