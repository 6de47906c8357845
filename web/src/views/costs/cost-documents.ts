/** The API calls about costs, and about two runs side by side. */
import type { Comparison } from '../../../../src/core/costs/compare-runs.ts'
import type { CostsBy } from '../../../../src/core/costs/costs-by.ts'
import type { Costs } from '../../../../src/core/costs/costs.ts'
import { answer, api } from '../../data/api/client.ts'

/** run null: of all runs. */
export const readCosts = (run: string | null, by: CostsBy): Promise<Costs> =>
  run === null
    ? answer(api.api.costs.$get({ query: { by } }))
    : answer(api.api.runs[':run'].costs.$get({ param: { run }, query: { by } }))

export const readComparison = (run: string, other: string): Promise<Comparison> =>
  answer(api.api.runs[':run'].compare[':other'].$get({ param: { run, other } }))
