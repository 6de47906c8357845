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
const SMALL_ENOUGH = 1e-6

/** The most likely weights, by Newton's method; `from`: where to begin to look for them. */
export function refit(
  observed: Observed,
  prior: Prior,
  from: readonly number[] = prior.weights,
): readonly number[] {
  let weights = from
  let now = judged(observed, prior, weights)
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = solved(now.curvature, now.gradient)
    let size = 1
    let next = moved(weights, direction, size)
    let then = judged(observed, prior, next)
    while (!(then.loss <= now.loss) && size > 1e-4) {
      size /= 2
      next = moved(weights, direction, size)
      then = judged(observed, prior, next)
    }
    if (!(then.loss <= now.loss)) break
    const gain = now.loss - then.loss
    weights = next
    now = then
    if (gain < SMALL_ENOUGH * (1 + now.loss)) break
  }
  return weights
}

const moved = (
  weights: readonly number[],
  direction: readonly number[],
  size: number,
): readonly number[] => weights.map((weight, at) => weight + size * direction[at]!)

interface Judgement {
  /** How surprising everything is. */
  readonly loss: number
  /** Where it becomes less surprising. */
  readonly gradient: Float64Array
  /** Only the lower half. */
  readonly curvature: Float64Array
}

function judged(
  { rows, width, touched }: Observed,
  { weights: shipped, spread, strength }: Prior,
  weights: readonly number[],
): Judgement {
  const size = width + 1
  const gradient = new Float64Array(size)
  const curvature = new Float64Array(size * size)
  const w = Float64Array.from(weights)
  const x = new Float64Array(size)
  x[0] = 1
  let loss = 0
  for (let row = 0; row < touched.length; row++) {
    let sum = w[0]!
    for (let at = 0; at < width; at++) {
      const value = rows[row * width + at]!
      x[at + 1] = value
      sum += w[at + 1]! * value
    }
    // ln(1 + e^sum), without overflow.
    const small = Math.exp(-Math.abs(sum))
    loss += Math.max(sum, 0) + Math.log1p(small) - touched[row]! * sum
    const p = sum > 0 ? 1 / (1 + small) : small / (1 + small)
    const error = touched[row]! - p
    const bend = p * (1 - p)
    for (let i = 0; i < size; i++) {
      gradient[i]! += error * x[i]!
      const scaled = bend * x[i]!
      for (let j = 0; j <= i; j++) curvature[i * size + j]! += scaled * x[j]!
    }
  }
  for (let i = 0; i < size; i++) {
    const precision = strength * spread[i]! ** 2
    const away = w[i]! - shipped[i]!
    loss += (precision * away ** 2) / 2
    gradient[i]! -= precision * away
    curvature[i * size + i]! += precision + 1e-9
  }
  return { loss, gradient, curvature }
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
