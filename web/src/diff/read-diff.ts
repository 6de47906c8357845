/** The diff of a task, from the server. */
import type { DiffDocument } from '../../../src/server/served-repository.ts'

export type Against = 'base' | 'target'

/** file: only that one, however large. null: there is nothing of it yet. */
export async function readDiff(
  task: string,
  { against, file, run = 'current' }: { against: Against; file?: string; run?: string },
): Promise<DiffDocument | null> {
  const query = new URLSearchParams({ against, ...(file === undefined ? {} : { file }) })
  const response = await fetch(`/api/runs/${run}/tasks/${encodeURIComponent(task)}/diff?${query}`)
  if (response.status === 404) return null
  const answer = (await response.json()) as DiffDocument & { readonly message?: string }
  if (!response.ok) throw new Error(answer.message ?? 'the diff could not be read')
  return answer
}
