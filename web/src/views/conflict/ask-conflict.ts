/** Reads the conflict of a task from the server, and sends what the user has decided. */
import type { ConflictDocument } from '../../../../src/core/conflict/conflict-document.ts'
import type { Decisions } from '../../../../src/core/conflict/resolution.ts'
import { answer, api } from '../../data/api/client.ts'

export const readConflict = (run: string, task: string): Promise<ConflictDocument> =>
  answer(api.api.runs[':run'].tasks[':task'].conflict.$get({ param: { run, task } }))

/** Throws Refused. */
export async function sendResolution(
  { run, task, token }: ConflictDocument,
  files: Decisions,
): Promise<void> {
  const json = { token, files: files as never }
  await answer(api.api.runs[':run'].tasks[':task'].resolution.$post({ param: { run, task }, json }))
}
