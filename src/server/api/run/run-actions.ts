/** Starting runs, and what a user can do with a whole run. */
import { createRoute, z } from '@hono/zod-openapi'
import type { Ask, AskName, AskTogether } from '../../../core/ask/ask.ts'
import type { Run } from '../../../core/run/run.ts'
import { notNow } from '../../http/api-error.ts'
import { NOTHING_TO_DO, type Done } from '../send-ask.ts'
import { askingRoute, doneOr } from '../ask-route.ts'
import { body, checkedApi, makes } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { documentOf, text } from '../answer-schemas.ts'
import { ofRun, planFile } from '../params.ts'
import { mustBeFree, mustHaveStarted, startDrafted } from './start-run.ts'

const agents = z.int().min(1).max(1000)

const startedRun = documentOf<{ readonly run: string }>('Started', 'A run in progress.', {
  run: text('Its number.', '7'),
})

const startRun = createRoute({
  method: 'post',
  path: '/api/runs',
  tags: ['run'],
  summary: 'Start a run',
  description:
    'In a process of its own, which continues when the server ends. Changes drafted with PATCH /api/plan are made first. 409 `unfinished`: a run of this file is not over; say what to do with it.',
  request: {
    body: body(
      z.strictObject({
        file: planFile.nullable().default(null),
        parallel: agents.nullable().default(null).openapi({ description: 'Agents at once.' }),
        agent: z
          .string()
          .min(1)
          .max(100)
          .nullable()
          .default(null)
          .openapi({ description: 'For tasks with a prompt that name none.', example: 'claude' }),
        budget_usd: z
          .number()
          .positive()
          .nullable()
          .default(null)
          .openapi({ description: 'What models may cost; null: as set.' }),
        into: z
          .string()
          .min(1)
          .max(200)
          .regex(/^[^-\s\0]\S*$/)
          .nullable()
          .default(null)
          .openapi({ description: 'The branch that work lands on; null: as set.' }),
        remember: z.strictObject({ ask: z.boolean() }).nullable().default(null).openapi({
          description:
            'Keeps agent, number, budget and branch for the next start; ask: whether to ask again.',
        }),
        hold: z
          .boolean()
          .default(false)
          .openapi({ description: 'Every batch paused, to be started one by one.' }),
        on_top: z.boolean().default(false).openapi({
          description: 'Begin at the result of the previous run, if that has not been taken.',
        }),
        unfinished: z
          .enum(['resume', 'new'])
          .nullable()
          .default(null)
          .openapi({ description: 'What to do with an unfinished run of this file.' }),
      }),
    ),
  },
  responses: makes(startedRun, 'It was resumed.'),
})

const action = <Name extends string>(ask: AskName, name: Name) =>
  createRoute({
    ...askingRoute(ask, `/api/runs/{run}/${name}`, ofRun),
    tags: ['run'],
  })

const pause = action('pause', 'pause')
const resume = action('unpause', 'resume')
const cancel = action('cancel-run', 'cancel')

const runChange = z
  .strictObject({
    agents: agents.optional(),
    budget_usd: z
      .number()
      .positive()
      .nullable()
      .optional()
      .openapi({ description: 'In US dollars; null: no limit.' }),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'nothing to change' })

const changeRun = createRoute({
  method: 'patch',
  path: '/api/runs/{run}',
  tags: ['run'],
  summary: 'Change the settings of a run',
  description:
    'How many agents work at once (1 is one after another), what it may spend. All of it or nothing.',
  request: {
    params: ofRun,
    body: body(runChange),
  },
  responses: doneOr,
})

export const runActionsApi = (apiContext: ApiContext) => {
  const { runs, ask } = apiContext
  return checkedApi()
    .openapi(startRun, async (context) => {
      const { budget_usd: budgetUsd, remember, ...request } = context.req.valid('json')
      const run = await startDrafted(apiContext, { ...request, budgetUsd })
      if (remember !== null) {
        const { agent, parallel, into } = request
        apiContext.served.startOptions.remember({
          agent,
          parallel,
          budget_usd: budgetUsd,
          into,
          ask: remember.ask,
        })
      }
      return context.json({ run }, 201, { location: `/api/runs/${run}` })
    })
    .openapi(pause, async (context) =>
      context.json(await ask(runs.find(context.req.valid('param').run), { ask: 'pause' }), 200),
    )
    .openapi(resume, async (context) =>
      context.json(await goOn(apiContext, runs.find(context.req.valid('param').run)), 200),
    )
    .openapi(cancel, async (context) =>
      context.json(
        await ask(runs.find(context.req.valid('param').run), { ask: 'cancel-run' }),
        200,
      ),
    )
    .openapi(changeRun, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      return context.json(await ask(run, askFor(context.req.valid('json'))), 200)
    })
}

/** A single ask is sent alone, because it may resume a run that no coordinator conducts; asks together cannot. */
function askFor({ agents, budget_usd: usd }: z.output<typeof runChange>): Ask {
  const asks: readonly AskTogether[] = [
    ...(agents === undefined ? [] : [{ ask: 'agents' as const, agents }]),
    ...(usd === undefined ? [] : [{ ask: 'budget' as const, task: null, usd }]),
  ]
  return asks.length === 1 ? asks[0]! : { ask: 'together', asks }
}

/** Asks the coordinator of the run to go on; when there is none, a coordinator is started. */
export async function goOn({ served, ask }: ApiContext, run: Run): Promise<Done> {
  if (served.conductedRun() === run.id) return ask(run, { ask: 'unpause' })
  mustBeFree({ served })
  if (run.ended !== null)
    throw notNow('run_is_over', `run ${run.id} is over`, 'retry a task to bring the run back')
  mustHaveStarted(await served.resume(run.id))
  return NOTHING_TO_DO
}
