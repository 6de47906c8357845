/** Turns the complaint of a command into a refusal of the API. */
import { notNow } from '../../../server/http/api-error.ts'
import { Complaint } from '../../console/complain.ts'
import { sayTrouble } from '../../console/problem-list.ts'

export async function answerComplaints<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    throw notNow('refused', sayTrouble(error), error.hint)
  }
}
