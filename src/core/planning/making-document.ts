/** How a plan was made, as plan.json keeps it until a run takes it over. */
import { NO_USAGE, type Usage } from '../agent/usage.ts'
import { PLANNING_STATES, type PlanMaking } from '../run/plan-making.ts'
import { fieldOf, isAnswer, lineIn, listIn, type Answer } from './check/answer-fields.ts'
import type { PlanningBackend } from './plan-draft.ts'

export const makingDocument = ({ madeAt, by, states, usage }: PlanMaking) => ({
  created_at: madeAt,
  planned_by: by,
  states: states.map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
  usage: {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    cost_usd: usage.costUsd,
    cost_from: usage.costFrom,
    estimated_usd: usage.estimatedUsd ?? 0,
  },
})

/** null: this is no plan.json, or that of an older version. */
export function makingIn(document: unknown): PlanMaking | null {
  if (!isAnswer(document)) return null
  const by = fieldOf(document, 'planned_by')
  const madeAt = lineIn(fieldOf(document, 'created_at'), 40)
  const backend = isAnswer(by) ? BACKENDS.find((one) => one === by['backend']) : undefined
  const usage = fieldOf(document, 'usage')
  if (!isAnswer(by) || backend === undefined || madeAt === '' || !isAnswer(usage)) return null
  const model = lineIn(by['model'], 100) || null
  const states = listIn(fieldOf(document, 'states')).flatMap(stateIn)
  return { madeAt, by: { backend, model }, states, usage: usageIn(usage), failed: null }
}

const BACKENDS: readonly PlanningBackend[] = ['api', 'cli', 'agent', 'offline']

function stateIn(value: unknown): PlanMaking['states'] {
  if (!isAnswer(value)) return []
  const state = PLANNING_STATES.find((one) => one === value['state'])
  const at = Date.parse(lineIn(value['at']))
  return state === undefined || Number.isNaN(at) ? [] : [{ state, at }]
}

const SOURCES = ['agent', 'table', 'imputed'] as const

function usageIn(usage: Answer): Usage {
  const costUsd = numberIn(usage['cost_usd'])
  return {
    inputTokens: numberIn(usage['input_tokens']) ?? 0,
    outputTokens: numberIn(usage['output_tokens']) ?? 0,
    cacheReadTokens: numberIn(usage['cache_read_tokens']) ?? 0,
    cacheWriteTokens: numberIn(usage['cache_write_tokens']) ?? 0,
    costUsd,
    costFrom: SOURCES.find((one) => costUsd !== null && one === usage['cost_from']) ?? null,
    estimatedUsd: numberIn(usage['estimated_usd']) ?? NO_USAGE.estimatedUsd!,
  }
}

const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
