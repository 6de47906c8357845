/** Sends the review of a person to the server. */
import { answer, api } from '../../data/api/client.ts'

export type Review =
  | { readonly decision: 'approved' }
  | { readonly decision: 'changes-requested'; readonly text: string }

/** Throws Refused. */
export async function sendReview(run: string, task: string, json: Review): Promise<void> {
  await answer(
    api.api.runs[':run'].tasks[':task']['pull-request'].review.$post({
      param: { run, task },
      json,
    }),
  )
}
