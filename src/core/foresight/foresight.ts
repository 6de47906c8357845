/** Foresees which files a text is about, and learns from each commit that it could have foreseen. */
import { candidatesFor, FEATURES, type Candidates } from './features.ts'
import type { ForeseenFile } from './foreseen-file.ts'
import { HistoryIndex, type SavedHistory } from './index/history-index.ts'
import { correctionFrom, learnFrom, MOST_LESSONS, type Learnt } from './learn/learner.ts'
import { lessonsOf, savedLessons, type Lesson, type SavedLessons } from './learn/lesson.ts'
import { logistic, logitsOf } from './learn/model.ts'
import { changedBy, isLikeTask, type PastCommit } from './index/past-commit.ts'
import { questionOf, type Question, type TaskText } from './question.ts'

/** What an attempt at a task, or a person, really changed. */
export interface Outcome extends TaskText {
  readonly files: readonly string[]
}

const RELEARN_EVERY = 25
/** More are not needed to judge collisions. */
const MOST_FILES = 60

/** A prediction together with everything that it was made from. */
export interface Prediction {
  readonly question: Question
  readonly candidates: Candidates
  /** The likeliest first: at most MOST_FILES, and the named ones. */
  readonly files: readonly (ForeseenFile & { readonly file: number })[]
}

export class Foresight {
  readonly index: HistoryIndex
  #lessons: Lesson[]
  #learnt: Learnt | null = null
  /** Learnt from these lessons when they were saved; null: never, or there are other lessons now. */
  #weights: SavedWeights | null
  /** Lessons since the weights were learnt. */
  #unlearnt = 0

  constructor(saved?: SavedForesight) {
    this.index = new HistoryIndex(saved?.history)
    this.#lessons = saved === undefined ? [] : lessonsOf(saved.lessons, FEATURES)
    this.#weights = saved?.weights ?? null
  }

  save(): SavedForesight {
    const { model, isRefitted } = this.learnt
    const weights = { model, isRefitted }
    return { history: this.index.save(), lessons: savedLessons(this.#lessons), weights }
  }

  get lessons(): readonly Lesson[] {
    return this.#lessons
  }

  get learnt(): Learnt {
    if (this.#learnt === null) {
      this.#learnt = this.#fromWeights() ?? learnFrom(this.#lessons)
      this.#unlearnt = 0
    }
    return this.#learnt
  }

  #fromWeights(): Learnt | null {
    if (this.#weights === null) return null
    return { ...this.#weights, correction: correctionFrom(this.#weights.model, this.#lessons) }
  }

  /** `named`: files that the task itself declares. */
  foresee(text: TaskText, named: readonly string[] = []): Prediction {
    return this.answer(questionOf(text, named), named)
  }

  answer(question: Question, named: readonly string[]): Prediction {
    const candidates = candidatesFor(this.index, question)
    return { question, candidates, files: this.#ranked(candidates, named) }
  }

  /** What could be foreseen of a commit that is not known yet; null: it is not like a task. */
  lessonOf(commit: PastCommit): Lesson | null {
    return isLikeTask(commit) ? this.#lessonOf(commit, changedBy(commit)) : null
  }

  /** The same for work that has not become a commit. */
  lessonOfOutcome(outcome: Outcome): Lesson {
    return this.#lessonOf(outcome, outcome.files)
  }

  #lessonOf(text: TaskText, paths: readonly string[]): Lesson {
    const { files, features } = candidatesFor(this.index, questionOf(text))
    const living = paths.map((path) => this.index.files.livingFile(path))
    const changed = new Set(living.filter((file) => file >= 0))
    const touched = Uint8Array.from(files, (file) => (changed.has(file) ? 1 : 0))
    const missed = [...changed.difference(new Set(files))]
    return { files, features, touched, missed }
  }

  /** The corrections follow at once, the weights from time to time. */
  learn(lesson: Lesson): void {
    this.#lessons.push(lesson)
    if (this.#lessons.length > MOST_LESSONS) this.#lessons.shift()
    this.#weights = null
    if (this.#learnt === null) return
    if (++this.#unlearnt >= RELEARN_EVERY) this.#learnt = null
    else this.#learnt.correction.learn(lesson, logitsOf(this.#learnt.model, lesson.features))
  }

  #ranked({ files, features }: Candidates, named: readonly string[]): Prediction['files'] {
    const { model, correction } = this.learnt
    const logits = logitsOf(model, features)
    const { files: table } = this.index
    const wanted = new Set(named.map((path) => table.livingFile(path)))
    const chances = logits.map((logit, at) => logistic(logit + correction.of(files[at]!)))
    // Most candidates are far below the likeliest, so they are dropped before the sort.
    const least = chances.toSorted().at(-MOST_FILES) ?? 0
    const likely: Prediction['files'][number][] = []
    for (let at = 0; at < files.length; at++) {
      const [file, p] = [files[at]!, chances[at]!]
      if (p >= least || wanted.has(file)) likely.push({ file, path: table.pathOfFile(file), p })
    }
    return likely
      .sort((a, b) => b.p - a.p || (a.path < b.path ? -1 : 1))
      .filter(({ file }, place) => place < MOST_FILES || wanted.has(file))
  }
}

export interface SavedForesight {
  readonly history: SavedHistory
  readonly lessons: SavedLessons
  readonly weights: SavedWeights
}

type SavedWeights = Pick<Learnt, 'model' | 'isRefitted'>
