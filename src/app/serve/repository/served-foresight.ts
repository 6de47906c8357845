/** Foresight for the page: one process for as long as the server runs, started when a plan first needs it. */
import type { Plan } from '../../../core/plan/plan.ts'
import { canCollide, foreseenBy, type ForeseenPlan } from '../../foresee/foreseen-plan.ts'
import { openForesight, type OpenForesight } from '../../foresee/open-foresight.ts'
import type { Workspace } from '../../place/workspace.ts'

export interface ServedForesight extends AsyncDisposable {
  foresee(plan: Plan): Promise<ForeseenPlan>
}

export function serveForesight(workspace: Workspace): ServedForesight {
  let foresight: OpenForesight | null = null
  let last: { readonly key: string; readonly answer: ForeseenPlan } | null = null
  return {
    async foresee(plan) {
      if (!canCollide(plan)) return { plan, note: null }
      // The page reads the plan again and again; the same words get the same answer.
      const key = JSON.stringify(plan)
      if (last?.key === key) return last.answer
      foresight ??= openForesight(workspace)
      const answer = await foreseenBy(foresight, plan)
      last = answer.note === null ? { key, answer } : null
      return answer
    },
    async [Symbol.asyncDispose]() {
      await foresight?.close()
    },
  }
}
