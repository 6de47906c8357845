/** Foresees which files a text is about, and learns from each commit that it could have foreseen. */
import { candidatesFor, type Candidates } from './features.ts'
import type { ForeseenFile } from './foreseen-file.ts'
import { HistoryIndex, type SavedHistory } from './history-index.ts'
import { learnFrom, MOST_LESSONS, type Learnt, type Lesson } from './learner.ts'
import { logistic, logitsOf } from './model.ts'
import { changedBy, isLikeTask, type PastCommit } from './past-commit.ts'
import { questionOf, type Question, type TaskText } from './question.ts'

/** A prediction together with everything that it was made from. */
export interface Prediction {
  readonly question: Question
  readonly candidates: Candidates
  /** The likeliest first. */
  readonly files: readonly (ForeseenFile & { readonly file: number })[]
}

export class Foresight {
  readonly index: HistoryIndex
  #lessons: Lesson[]
  #learnt: Learnt | null = null

  constructor(saved?: SavedForesight) {
    this.index = new HistoryIndex(saved?.history)
    this.#lessons = [...(saved?.lessons ?? [])]
  }

  save(): SavedForesight {
    return { history: this.index.save(), lessons: this.#lessons }
  }

  get lessons(): readonly Lesson[] {
    return this.#lessons
  }

  get learnt(): Learnt {
    this.#learnt ??= learnFrom(this.#lessons)
    return this.#learnt
  }

  foresee(text: TaskText): Prediction {
    const question = questionOf(text)
    const candidates = candidatesFor(this.index, question)
    return { question, candidates, files: this.#ranked(candidates) }
  }

  /** Call it before the commit is absorbed: what could have been foreseen, and what was touched. Learns when asked next. */
  study(commit: PastCommit): void {
    if (!isLikeTask(commit)) return
    const { files, features } = candidatesFor(this.index, questionOf(commit))
    const changed = new Set(changedBy(commit).map((path) => this.index.files.livingFile(path)))
    const touched = Uint8Array.from(files, (file) => (changed.has(file) ? 1 : 0))
    this.#lessons.push({ files, features, touched })
    if (this.#lessons.length > MOST_LESSONS) this.#lessons.shift()
  }

  relearn(): void {
    this.#learnt = null
  }

  #ranked({ files, features }: Candidates): Prediction['files'] {
    const { model, correction } = this.learnt
    const logits = logitsOf(model, features)
    return files
      .map((file, at) => ({
        file,
        path: this.index.files.pathOfFile(file),
        p: logistic(logits[at]! + correction.of(file)),
      }))
      .sort((a, b) => b.p - a.p || (a.path < b.path ? -1 : 1))
  }
}

export interface SavedForesight {
  readonly history: SavedHistory
  readonly lessons: readonly Lesson[]
}
