/** How suggestions are used: what people do with them, whether they were useful, and what can be suggested here. */
import { createRoute, z } from '@hono/zod-openapi'
import { ORDERING_IDS } from '../../../core/ordering/orderings.ts'
import { ORDERING_NAMES } from '../../../core/ordering/ordering-words.ts'
import { costPerRequest, ENGAGEMENTS } from '../../../core/ordering/suggestion-use.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'
import type { MeasuredSuggestions } from '../measure/suggestion-metrics.ts'
import { suggestionsDocument } from './suggest-documents.ts'

const PATH = '/api/suggest-parallelization'

const showSuggestions = createRoute({
  method: 'get',
  path: PATH,
  tags: ['suggest'],
  summary: 'What can be suggested, and how suggestions were used',
  description: 'The figures are also in /metrics.',
  responses: answers(suggestionsDocument, 'Settings and figures.'),
})

const strategyId = z
  .string()
  .regex(/^\w{1,60}$/, 'the id of an ordering')
  .openapi({ example: 'depth_first' })

const giveFeedback = createRoute({
  method: 'post',
  path: `${PATH}/feedback`,
  tags: ['suggest'],
  summary: 'Say whether an ordering was useful',
  description: 'It is kept and counted.',
  request: {
    body: body(
      z.strictObject({
        tree_hash: z.string().regex(/^[\da-f]{16}$/, 'the tree_hash of an answer'),
        strategy_id: strategyId,
        useful: z.boolean(),
      }),
    ),
  },
  responses: does(suggestionsDocument, 'The figures with it.'),
})

const countUse = createRoute({
  method: 'post',
  path: `${PATH}/use`,
  tags: ['suggest'],
  summary: 'Count what was done with suggestions',
  description: 'For the web app. `shown` may say how many seconds it took from the click.',
  request: {
    body: body(
      z.strictObject({
        event: z.enum(ENGAGEMENTS),
        seconds: z.number().min(0).max(3600).optional(),
      }),
    ),
  },
  responses: does(suggestionsDocument, 'The figures with it.'),
})

export function suggestionUseApi({ served }: ApiContext, measured: MeasuredSuggestions) {
  const figures = async () => {
    const use = served.suggestions.use.all()
    return {
      ...(await served.suggestions.standing()),
      strategies: ORDERING_IDS.map((id) => ({ strategy_id: id, name: ORDERING_NAMES[id] })),
      use,
      cost_per_request_usd: costPerRequest(use),
    }
  }
  return checkedApi()
    .openapi(showSuggestions, async (context) => context.json(await figures(), 200))
    .openapi(giveFeedback, async (context) => {
      const at = new Date().toISOString()
      measured.add({ is: 'feedback', ...context.req.valid('json'), at })
      return context.json(await figures(), 200)
    })
    .openapi(countUse, async (context) => {
      const { event, seconds = null } = context.req.valid('json')
      measured.add({ is: 'engaged', event, seconds: event === 'shown' ? seconds : null })
      return context.json(await figures(), 200)
    })
}
