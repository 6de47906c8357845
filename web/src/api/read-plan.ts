/** The task file of the repository, as a plan that could be started. */
import type { ReadPlan } from '../../../src/server/served-repository.ts'

/** null: there is no task file. */
export async function readPlan(): Promise<ReadPlan | null> {
  const response = await fetch('/api/plan')
  if (response.status === 404) return null
  return (await response.json()) as ReadPlan
}
