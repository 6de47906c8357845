/** How right foresight was on this repository's own newest commits, each foreseen with what was known before it. */
import { correctionFrom, learnFrom } from './learner.ts'
import type { Lesson } from './lesson.ts'
import { aucOf, type Guess } from './measures.ts'
import { logistic, logitsOf, SHIPPED } from './model.ts'

export interface Standing {
  /** How many commits this is about. */
  readonly commits: number
  /** The share of changed files that were among the ten likeliest. */
  readonly recall10: number
  /** The chance that of two pairs of commits the one with a common file was thought likelier to have one. */
  readonly collisionAuc: number
}

const PARTS = 3
const MOST_FILES = 60
const HIGHEST = 0.98

export function standingOf(lessons: readonly Lesson[]): Standing {
  const size = Math.ceil(lessons.length / PARTS)
  const judged = lessons.flatMap((_, at) =>
    at % size === 0 ? judge(lessons.slice(0, at), lessons.slice(at, at + size)) : [],
  )
  const recalls = judged.map(({ recall }) => recall)
  return {
    commits: lessons.length,
    recall10: recalls.reduce((sum, recall) => sum + recall, 0) / Math.max(1, recalls.length),
    collisionAuc: aucOf(pairsOf(judged)),
  }
}

interface JudgedLesson {
  readonly recall: number
  readonly chances: ReadonlyMap<number, number>
  readonly touched: ReadonlySet<number>
}

function judge(earlier: readonly Lesson[], later: readonly Lesson[]): readonly JudgedLesson[] {
  const { model, correction } =
    earlier.length === 0
      ? { model: SHIPPED, correction: correctionFrom(SHIPPED, []) }
      : learnFrom(earlier)
  return later.map((lesson) => {
    const logits = logitsOf(model, lesson.features)
    const ranked = lesson.files
      .map((file, at) => ({ file, at, p: logistic(logits[at]! + correction.of(file)) }))
      .sort((a, b) => b.p - a.p || a.file - b.file)
    const isTouched = ({ at }: { readonly at: number }): boolean => lesson.touched[at] === 1
    const touched = ranked.filter(isTouched)
    const first = ranked.slice(0, MOST_FILES)
    correction.learn(lesson, logits)
    return {
      recall:
        ranked.slice(0, 10).filter(isTouched).length /
        Math.max(1, touched.length + lesson.missed.length),
      chances: new Map(first.map(({ file, p }) => [file, Math.min(p, HIGHEST)])),
      touched: new Set(touched.map(({ file }) => file)),
    }
  })
}

function pairsOf(judged: readonly JudgedLesson[]): readonly Guess[] {
  const pairs: Guess[] = []
  judged.forEach((one, at) => {
    for (const other of judged.slice(at + 1)) {
      let apart = 1
      for (const [file, p] of one.chances) apart *= 1 - p * (other.chances.get(file) ?? 0)
      pairs.push({ p: 1 - apart, is: !one.touched.isDisjointFrom(other.touched) })
    }
  })
  return pairs
}
