/** All problems of an input at once. */
import { errorMessage } from '../../core/text/error-message.ts'
import { BAD_INPUT, Complaint } from './complain.ts'

export interface SaidProblem {
  readonly place: string
  readonly message: string
  readonly hint: string | null
}

export const sayProblem = (problem: SaidProblem): string => {
  const [place, message] = placeAndMessage(problem)
  return `${place}${message}${problem.hint === null ? '' : ` (${problem.hint})`}`
}

/** A message that begins with the name of the file does not need it twice. */
export const placeAndMessage = ({ place, message }: SaidProblem): readonly [string, string] =>
  message.startsWith(`${place} `) ? [place, message.slice(place.length)] : [place, `  ${message}`]

/** What is wrong, in one sentence: of several problems the first, and how many more there are. */
export function sayTrouble(error: unknown): string {
  if (!(error instanceof ProblemList)) return errorMessage(error)
  const [first, ...more] = error.problems
  const words = first === undefined ? error.message : sayProblem(first).replace(/ {2,}/, ': ')
  return more.length === 0 ? words : `${words}; ${more.length} more`
}

export class ProblemList extends Complaint {
  readonly problems: readonly SaidProblem[]
  constructor(reported: readonly SaidProblem[]) {
    // The same problem of a file may be found in two ways.
    const problems = [...new Map(reported.map((one) => [JSON.stringify(one), one])).values()]
    super(`${problems.length} problem${problems.length === 1 ? '' : 's'}`, null, BAD_INPUT)
    this.problems = problems
  }
}
