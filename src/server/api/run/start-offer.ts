/** What a start would do and spend, asked before a run is started. */
import { createRoute, z } from '@hono/zod-openapi'
import { expectedCost } from '../../../core/schedule/expected-cost.ts'
import { likelyDocument, likelyTime } from '../../../core/schedule/likely-time.ts'
import type { StartChoice } from '../../served/served-starts.ts'
import { documentOf, flag, maybe, number, object, text, texts, whole } from '../answer-schemas.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, checkedApi } from '../declare-route.ts'
import { planFile } from '../params.ts'

export interface StartOffer {
  readonly file: string
  readonly tasks: number
  readonly prompts: number
  readonly agent: string | null
  readonly agents: readonly string[]
  readonly parallel: number
  readonly budget_usd: number | null
  readonly target: string | null
  readonly check: string | null
  readonly likely: {
    readonly seconds: number
    readonly low_s: number
    readonly high_s: number
  } | null
  readonly cost_usd: number | null
  readonly usd_per_hour: number | null
  readonly warnings: readonly string[]
  readonly remembered: StartChoice | null
}

const offer = documentOf<StartOffer>('StartOffer', 'What a start would do and spend.', {
  file: text('The task file.', 'tasks.yaml'),
  tasks: whole('How many tasks.'),
  prompts: whole('How many of them are for an agent.'),
  agent: maybe(text('The agent of prompts that name none; null: none was found.', 'claude')),
  agents: texts('The agents that are known here.'),
  parallel: whole('Agents at once.'),
  budget_usd: maybe(number('The budget of the run for models; null: no limit.')),
  target: maybe(text('The branch that work lands on; null: in place.', 'conductor/run-7')),
  check: maybe(text('The command that must succeed before work lands.')),
  likely: maybe(
    object('How long it likely takes; null: the plan is too large.', {
      seconds: number('As often too much as too little.'),
      low_s: number('In one of ten cases it takes less.'),
      high_s: number('In one of ten cases it takes more.'),
    }),
  ),
  cost_usd: maybe(number('What models will probably cost; null: nothing is known yet.')),
  usd_per_hour: maybe(number('What an hour of an agent has cost here.')),
  warnings: texts('Worth knowing before it starts.'),
  remembered: maybe(
    object('What was chosen last here.', {
      agent: maybe(text('The agent.')),
      parallel: maybe(whole('Agents at once.')),
      budget_usd: maybe(number('The budget.')),
      into: maybe(text('The branch that work lands on.')),
      ask: flag('Whether to ask again before a start.'),
    }),
  ),
})

const showOffer = createRoute({
  method: 'get',
  path: '/api/runs/offer',
  tags: ['run'],
  summary: 'What a start would do and spend',
  description: 'Of the task file with what was drafted. Nothing is started.',
  request: {
    query: z.object({
      file: planFile.optional(),
      parallel: z.coerce.number().int().min(1).max(1000).optional(),
    }),
  },
  responses: answers(offer, 'Time, cost and what can be chosen.'),
})

export const startOfferApi = ({ served, drafts }: ApiContext) =>
  checkedApi().openapi(showOffer, async (context) => {
    const { file = null, parallel } = context.req.valid('query')
    const { run, file: name, warnings } = await drafts.read(file)
    const options = await served.startOptions.read()
    const { remembered, usd_per_hour } = options
    const settings = {
      ...run.settings,
      agents: parallel ?? remembered?.parallel ?? run.settings.agents,
    }
    const prompts = run.plan.tasks.filter(({ work }) => work.is === 'prompt')
    const document: StartOffer = {
      file: name,
      tasks: run.plan.tasks.length,
      prompts: prompts.length,
      agent: prompts.find(({ agent }) => agent !== null)?.agent ?? null,
      agents: options.agents,
      parallel: settings.agents,
      budget_usd: settings.budgetUsd,
      target:
        settings.isolation === 'none'
          ? null
          : (options.into ?? `conductor/run-${options.next_run}`),
      check: settings.check,
      likely: likelyDocument(likelyTime(run.plan, settings)),
      cost_usd: expectedCost(run.plan, usd_per_hour),
      usd_per_hour,
      warnings,
      remembered,
    }
    return context.json(document, 200)
  })
