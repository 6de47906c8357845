/**
 * What foresight has learnt from its own past predictions: weights for this repository, and a correction for each file.
 * It is made from the newest past predictions alone, so that an updated index knows the same as one that is built anew.
 */
import { Correction } from './correction.ts'
import { FEATURES } from '../features.ts'
import { joinedNumbers, type Lesson } from './lesson.ts'
import {
  firstLayer,
  logistic,
  logitsOf,
  SECOND_FEATURES,
  secondFeatures,
  SHIPPED,
  SPREAD,
  type Model,
} from './model.ts'
import { refit } from './refit.ts'

export const MOST_LESSONS = 300
const STRENGTH = 100

export interface Learnt {
  readonly model: Model
  readonly correction: Correction
  /** false: the shipped weights were the better ones. */
  readonly isRefitted: boolean
}

export function learnFrom(lessons: readonly Lesson[]): Learnt {
  const two = Math.floor((lessons.length * 2) / 3)
  const trial = refitted(lessons.slice(0, two))
  const later = lessons.slice(two)
  const isRefitted = lossOf(trial, later) < lossOf(SHIPPED, later)
  const model = isRefitted ? refitted(lessons, trial) : SHIPPED
  return { model, correction: correctionFrom(model, lessons), isRefitted }
}

export function correctionFrom(model: Model, lessons: readonly Lesson[]): Correction {
  const correction = new Correction()
  for (const lesson of lessons) correction.learn(lesson, logitsOf(model, lesson.features))
  return correction
}

/** `near`: weights that are probably close to the new ones. */
function refitted(lessons: readonly Lesson[], near: Model = SHIPPED): Model {
  const touched = joinedNumbers(
    lessons.map((lesson) => lesson.touched),
    (size) => new Uint8Array(size),
  )
  const first = refit(
    { rows: joined(lessons.map(({ features }) => features)), width: FEATURES, touched },
    { weights: SHIPPED.first, spread: SPREAD.first, strength: STRENGTH },
    near.first,
  )
  const rows = joined(lessons.map(({ features }) => secondFeatures(firstLayer(first, features))))
  const second = refit(
    { rows, width: SECOND_FEATURES, touched },
    { weights: SHIPPED.second, spread: SPREAD.second, strength: STRENGTH },
    near.second,
  )
  return { first, second }
}

/** How surprising the lessons are to the model. */
function lossOf(model: Model, lessons: readonly Lesson[]): number {
  let loss = 0
  for (const { features, touched } of lessons) {
    const logits = logitsOf(model, features)
    touched.forEach((is, at) => {
      const p = logistic(logits[at]!)
      loss -= Math.log(Math.max(1e-12, is === 1 ? p : 1 - p))
    })
  }
  return loss
}

const joined = (all: readonly Float64Array[]): Float64Array =>
  joinedNumbers(all, (size) => new Float64Array(size))
