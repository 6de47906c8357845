/** A prediction of the past: the candidates, and which of them were touched. */
export interface Lesson {
  readonly files: readonly number[]
  /** FEATURES numbers for each file. */
  readonly features: Float64Array
  /** 1 for each file that was touched. */
  readonly touched: Uint8Array
  /** Touched files that were not among the candidates. */
  readonly missed: readonly number[]
}
