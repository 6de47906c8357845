/** A prediction of the past: the candidates, and which of them were touched. */
export interface Lesson {
  readonly files: Int32Array
  /** FEATURES numbers for each file. */
  readonly features: Float64Array
  /** 1 for each file that was touched. */
  readonly touched: Uint8Array
  /** Touched files that were not among the candidates. */
  readonly missed: readonly number[]
}

/** Many lessons in a few lists. */
export interface SavedLessons {
  /** How many candidates each lesson has. */
  readonly sizes: Int32Array
  readonly files: Int32Array
  readonly features: Float64Array
  readonly touched: Uint8Array
  readonly missed: readonly (readonly number[])[]
}

export const savedLessons = (lessons: readonly Lesson[]): SavedLessons => ({
  sizes: Int32Array.from(lessons, ({ files }) => files.length),
  files: joinedNumbers(
    lessons.map(({ files }) => files),
    (size) => new Int32Array(size),
  ),
  features: joinedNumbers(
    lessons.map(({ features }) => features),
    (size) => new Float64Array(size),
  ),
  touched: joinedNumbers(
    lessons.map(({ touched }) => touched),
    (size) => new Uint8Array(size),
  ),
  missed: lessons.map(({ missed }) => missed),
})

export function lessonsOf(saved: SavedLessons, width: number): Lesson[] {
  let at = 0
  return Array.from(saved.sizes, (size, number) => {
    const from = at
    at += size
    return {
      files: saved.files.subarray(from, at),
      features: saved.features.subarray(from * width, at * width),
      touched: saved.touched.subarray(from, at),
      missed: saved.missed[number]!,
    }
  })
}

export function joinedNumbers<Numbers extends Int32Array | Float64Array | Uint8Array>(
  all: readonly Numbers[],
  make: (size: number) => Numbers,
): Numbers {
  const whole = make(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
