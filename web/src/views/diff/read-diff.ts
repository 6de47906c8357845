/** Reads the diff of a task from the server. */
import type { DiffDocument } from '../../../../src/server/served/served-worktrees.ts'
import { answer, api, Refused } from '../../data/api/client.ts'

export type Against = 'base' | 'target'

export interface DiffWanted {
  readonly run: string
  readonly against: Against
  /** Only this file, however large its diff is. */
  readonly file?: string
}

/** null: the task has no changes yet. */
export async function readDiff(
  task: string,
  { run, ...query }: DiffWanted,
): Promise<DiffDocument | null> {
  try {
    return await answer(
      api.api.runs[':run'].tasks[':task'].diff.$get({ param: { run, task }, query }),
    )
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}
