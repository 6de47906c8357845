/** Everything that is wrong with what we were given, at once. */
import { BAD_INPUT, Complaint } from './complain.ts'
import type { SaidProblem } from './load-plan.ts'

export class ProblemList extends Complaint {
  readonly problems: readonly SaidProblem[]
  constructor(problems: readonly SaidProblem[]) {
    super(`${problems.length} problem${problems.length === 1 ? '' : 's'}`, null, BAD_INPUT)
    this.problems = problems
  }
}
