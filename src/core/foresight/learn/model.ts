/** From some numbers for each file to a probability: two logistic layers. The second sees all files of the question. */
import { FEATURES, logit } from '../features.ts'

export interface Model {
  /** The bias, then one weight for each feature. */
  readonly first: readonly number[]
  readonly second: readonly number[]
}

/**
 * Learnt on the histories of several public repositories; each repository moves them by its own. The last three features
 * differ much between repositories, so only a repository's own history gives them a weight.
 */
export const SHIPPED: Model = {
  first: [-5.808, 0.216, 0.67, 2.252, 2.879, 0.352, 2.687, 0.634, 0.656, 1.672, 3.878, 0, 0, 0],
  second: [1.859, 0.722, -0.77, -0.601, -0.415, -0.376],
}

/** How much each number spreads there, the constant of the bias first. */
export const SPREAD: Model = {
  first: [
    1, 3.61, 0.439, 0.234, 0.035, 0.323, 0.246, 0.25, 0.278, 0.08, 0.016, 1.176, 1.825, 0.291,
  ],
  second: [1, 1.415, 0.346, 1.054, 0.116, 0.284],
}

export const SECOND_FEATURES = 5

/** The logit of the probability of each file. */
export function logitsOf(model: Model, features: Float64Array): Float64Array {
  const first = firstLayer(model.first, features)
  const second = secondFeatures(first)
  return linear(model.second, second, SECOND_FEATURES)
}

export const firstLayer = (weights: readonly number[], features: Float64Array): Float64Array =>
  linear(weights, features, FEATURES).map(logistic)

/** The file's own probability, how much there is of others, and its place among them. */
export function secondFeatures(first: Float64Array): Float64Array {
  const count = first.length
  const features = new Float64Array(count * SECOND_FEATURES)
  const sorted = first.toSorted()
  const places = placesOf(first, sorted)
  let sum = 0
  for (let at = 0; at < count; at++) sum += first[at]!
  const max = sorted.at(-1) ?? 1
  const ofAll = Math.log(1 + sum)
  for (let at = 0; at < count; at++) {
    const to = at * SECOND_FEATURES
    features[to] = logit(first[at]!)
    features[to + 1] = ofAll
    features[to + 2] = Math.log(1 + places[at]!)
    features[to + 3] = first[at]! / max
    features[to + 4] = max
  }
  return features
}

/** The rank of each value, the highest first; equal values keep their order. `sorted`: the values in ascending order. */
function placesOf(values: Float64Array, sorted: Float64Array): Int32Array {
  const places = new Int32Array(values.length)
  /** How many equal values have a rank already, for each sorted value. */
  const placed = new Int32Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!
    let low = 0
    let high = sorted.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (sorted[middle]! <= value) low = middle
      else high = middle - 1
    }
    places[at] = sorted.length - 1 - low + placed[low]!++
  }
  return places
}

/** The bias and the weighted sum of each row of `width` numbers. */
function linear(weights: readonly number[], rows: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(rows.length / width)
  for (let row = 0; row < sums.length; row++) {
    let sum = weights[0]!
    for (let at = 0; at < width; at++) sum += weights[at + 1]! * rows[row * width + at]!
    sums[row] = sum
  }
  return sums
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
