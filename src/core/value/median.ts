/** The middle of some numbers: of an even count, the larger one of the two in the middle. */
export function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
