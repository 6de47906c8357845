/** What the models of a plan will probably cost, by what an hour of an agent's work has cost before. */
import type { Plan } from '../plan/plan.ts'

/** usdPerHour null: no attempt has had a cost here, so nothing is known. A command costs nothing. */
export function expectedCost({ tasks }: Plan, usdPerHour: number | null): number | null {
  const seconds = tasks
    .filter(({ work }) => work.is === 'prompt')
    .reduce((sum, { estimate }) => sum + estimate.seconds, 0)
  if (seconds === 0) return 0
  return usdPerHour === null ? null : Math.round((seconds / 3600) * usdPerHour * 100) / 100
}
