/** The task file of the repository, as a plan that could be started. */
import type { ReadPlan } from '../../../src/server/served-repository.ts'
import { api } from './client.ts'

/** null: there is no task file. */
export async function readPlan(): Promise<ReadPlan | null> {
  const response = await api.api.plan.$get({ query: {} })
  if (response.status === 404) return null
  if (response.status !== 200) {
    const { message, hint, problems } = await response.json()
    return { ok: false, file: '', problems: problems ?? [{ place: '', message, hint }] }
  }
  const { file, plan, settings, warnings } = await response.json()
  return { ok: true, file: file ?? '', plan, settings, warnings }
}
