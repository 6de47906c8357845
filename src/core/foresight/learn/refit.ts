/** Moves the weights of a logistic layer towards what was observed, as far as the evidence outweighs the shipped weights. */

export interface Observed {
  /** `width` numbers for each row. */
  readonly rows: Float64Array
  readonly width: number
  /** 1 where the file was touched, else 0. */
  readonly touched: Uint8Array
}

export interface Prior {
  readonly weights: readonly number[]
  readonly spread: readonly number[]
  /** How many observations the prior is worth. */
  readonly strength: number
}

const MOST_STEPS = 25
const SMALL_ENOUGH = 1e-7

/** The most likely weights, by Newton's method. */
export function refit(observed: Observed, prior: Prior): readonly number[] {
  const precision = prior.spread.map((spread) => prior.strength * spread ** 2)
  let weights = prior.weights
  let loss = lossOf(observed, { ...prior, precision }, weights)
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = newtonStep(observed, { ...prior, precision }, weights)
    let size = 1
    let next = moved(weights, direction, size)
    let nextLoss = lossOf(observed, { ...prior, precision }, next)
    while (!(nextLoss <= loss) && size > 1e-4) {
      size /= 2
      next = moved(weights, direction, size)
      nextLoss = lossOf(observed, { ...prior, precision }, next)
    }
    if (!(nextLoss <= loss)) break
    const gain = loss - nextLoss
    weights = next
    loss = nextLoss
    if (gain < SMALL_ENOUGH * (1 + loss)) break
  }
  return weights
}

interface PriorWithPrecision extends Prior {
  readonly precision: readonly number[]
}

const moved = (
  weights: readonly number[],
  direction: readonly number[],
  size: number,
): readonly number[] => weights.map((weight, at) => weight + size * direction[at]!)

function lossOf(observed: Observed, prior: PriorWithPrecision, weights: readonly number[]): number {
  const { rows, width, touched } = observed
  let loss = 0
  for (let row = 0; row < touched.length; row++) {
    const sum = sumOf(weights, rows, row * width, width)
    // ln(1 + e^sum), without overflow.
    loss += Math.max(sum, 0) + Math.log1p(Math.exp(-Math.abs(sum))) - touched[row]! * sum
  }
  weights.forEach((weight, at) => {
    loss += (prior.precision[at]! * (weight - prior.weights[at]!) ** 2) / 2
  })
  return loss
}

function sumOf(
  weights: readonly number[],
  rows: Float64Array,
  from: number,
  width: number,
): number {
  let sum = weights[0]!
  for (let at = 0; at < width; at++) sum += weights[at + 1]! * rows[from + at]!
  return sum
}

function newtonStep(
  { rows, width, touched }: Observed,
  prior: PriorWithPrecision,
  weights: readonly number[],
): readonly number[] {
  const size = width + 1
  const gradient = new Float64Array(size)
  const curvature = new Float64Array(size * size)
  const x = new Float64Array(size)
  x[0] = 1
  for (let row = 0; row < touched.length; row++) {
    for (let at = 0; at < width; at++) x[at + 1] = rows[row * width + at]!
    const p = 1 / (1 + Math.exp(-sumOf(weights, rows, row * width, width)))
    const error = touched[row]! - p
    const bend = p * (1 - p)
    for (let i = 0; i < size; i++) {
      gradient[i]! += error * x[i]!
      const scaled = bend * x[i]!
      for (let j = 0; j <= i; j++) curvature[i * size + j]! += scaled * x[j]!
    }
  }
  for (let i = 0; i < size; i++) {
    gradient[i]! -= prior.precision[i]! * (weights[i]! - prior.weights[i]!)
    curvature[i * size + i]! += prior.precision[i]! + 1e-9
  }
  return solved(curvature, gradient)
}

/** By Cholesky's method; only the lower half of the matrix is read. */
function solved(matrix: Float64Array, right: Float64Array): readonly number[] {
  const size = right.length
  const lower = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / lower[j * size + j]!
    }
  const half = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    let sum = right[i]!
    for (let k = 0; k < i; k++) sum -= lower[i * size + k]! * half[k]!
    half[i] = sum / lower[i * size + i]!
  }
  const result = new Float64Array(size)
  for (let i = size - 1; i >= 0; i--) {
    let sum = half[i]!
    for (let k = i + 1; k < size; k++) sum -= lower[k * size + i]! * result[k]!
    result[i] = sum / lower[i * size + i]!
  }
  return [...result]
}
