/** The choice for a start as the user types it, and as it is sent. */
import type { StartChoice, StartOffer } from '../../data/api/start.ts'

export interface TypedStart {
  readonly agent: string
  readonly parallel: string
  readonly budget: string
  readonly into: string
  readonly asksAgain: boolean
}

/** What was chosen last, else what is set. */
export function typedStart({ parallel, budget_usd: budget, remembered }: StartOffer): TypedStart {
  const usd = remembered?.budget_usd ?? budget
  return {
    agent: remembered?.agent ?? '',
    parallel: String(remembered?.parallel ?? parallel),
    budget: usd === null ? '' : String(usd),
    into: remembered?.into ?? '',
    asksAgain: remembered?.ask ?? true,
  }
}

/** What is empty is as set. */
export const choiceOf = ({
  agent,
  parallel,
  budget,
  into,
  asksAgain,
}: TypedStart): StartChoice => ({
  agent: agent === '' ? null : agent,
  parallel: parallel.trim() === '' ? null : Number(parallel),
  budget_usd: budget.trim() === '' ? null : Number(budget),
  into: into.trim() === '' ? null : into.trim(),
  ask: asksAgain,
})
