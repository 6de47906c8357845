/** Turns the complaint of a command, and what git or the system refused, into a refusal of the API. */
import { isRefusal } from '../../../git/call/git-command.ts'
import { notNow } from '../../../server/http/api-error.ts'
import { Complaint } from '../../console/complain.ts'
import { sayTrouble } from '../../console/problem-list.ts'

export async function answerComplaints<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Complaint) throw notNow('refused', sayTrouble(error), error.hint)
    if (!isRefusal(error)) throw error
    throw notNow('refused', error.message, 'see with `git status` whether the repository is whole')
  }
}
