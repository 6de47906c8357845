/** Reads the task file of the repository as a plan that could be started. */
import type { RunSettings } from '../../../../src/core/run/event.ts'
import type { Plan } from '../../../../src/core/plan/plan.ts'
import type { PlanProblem } from '../../../../src/server/served/served-plans.ts'
import { answer, api, Refused } from './client.ts'

export type FoundPlan =
  | {
      readonly is: 'plan'
      readonly file: string
      readonly plan: Plan
      readonly settings: RunSettings
    }
  | { readonly is: 'bad'; readonly message: string; readonly problems: readonly PlanProblem[] }
  | { readonly is: 'none' }

/** named null: the plan of the run that goes on; when none does, that of the usual task file. */
export async function readPlan(named: string | null = null): Promise<FoundPlan> {
  try {
    const sent = api.api.plan.$get({ query: named === null ? {} : { file: named } })
    const found = await answer<Omit<FoundPlan & { is: 'plan' }, 'is'> | null>(sent)
    if (found === null) return { is: 'none' }
    const { file, plan, settings } = found
    return { is: 'plan', file, plan, settings }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The project itself is gone.
    if (error.status === 404) return { is: 'none' }
    if (error.status !== 422) throw error
    return { is: 'bad', message: error.message, problems: error.body.problems ?? [] }
  }
}
