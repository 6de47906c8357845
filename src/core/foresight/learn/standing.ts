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
    const ranked = Array.from(lesson.files, (file, at) => ({
      file,
      at,
      p: logistic(logits[at]! + correction.of(file)),
    })).sort((a, b) => b.p - a.p || a.file - b.file)
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

/** File by file, because most pairs have few foreseen files in common. */
function pairsOf(judged: readonly JudgedLesson[]): readonly Guess[] {
  const count = judged.length
  const apart = new Float64Array(count * count).fill(1)
  const isShared = new Uint8Array(count * count)
  for (const chances of byFile(judged, (lesson) => lesson.chances))
    eachPair(chances, (one, other) => {
      apart[one[0] * count + other[0]]! *= 1 - one[1] * other[1]
    })
  for (const touching of byFile(judged, (lesson) => lesson.touched.entries()))
    eachPair(touching, (one, other) => {
      isShared[one[0] * count + other[0]] = 1
    })
  const pairs: Guess[] = []
  for (let one = 0; one < count; one++)
    for (let other = one + 1; other < count; other++) {
      const at = one * count + other
      pairs.push({ p: 1 - apart[at]!, is: isShared[at] === 1 })
    }
  return pairs
}

/** For each file the lessons that have it, in their order, each with its number. */
function byFile(
  judged: readonly JudgedLesson[],
  entriesOf: (lesson: JudgedLesson) => Iterable<readonly [file: number, value: number]>,
): Iterable<LessonValue[]> {
  const lists = new Map<number, LessonValue[]>()
  judged.forEach((lesson, at) => {
    for (const [file, value] of entriesOf(lesson)) {
      const list = lists.get(file)
      if (list === undefined) lists.set(file, [[at, value]])
      else list.push([at, value])
    }
  })
  return lists.values()
}

type LessonValue = readonly [lesson: number, value: number]

function eachPair(
  list: readonly LessonValue[],
  take: (one: LessonValue, other: LessonValue) => void,
): void {
  for (let at = 0; at < list.length; at++)
    for (let next = at + 1; next < list.length; next++) take(list[at]!, list[next]!)
}
