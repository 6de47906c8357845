/** The number of an issue or a pull request, which every answer of GitHub has. Throws OddAnswer. */
import { OddAnswer } from './odd-answer.ts'
import { numberIn, type Row } from './sent.ts'

export function mustNumber(row: Row): number {
  const number = numberIn(row, 'number')
  if (number === null) throw new OddAnswer('not-understood')
  return number
}
