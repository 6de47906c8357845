/** Batches: the status of each, and starting, pausing and resuming one. */
import { createRoute } from '@hono/zod-openapi'
import { batchStatuses, type BatchStatus } from '../../../core/batch/batch-status.ts'
import type { AskName } from '../../../core/ask/ask.ts'
import type { Run } from '../../../core/run/run.ts'
import { notFound } from '../../http/api-error.ts'
import type { Done } from '../send-ask.ts'
import { askingRoute } from '../ask-route.ts'
import { answers, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { documentOf, flag, listOf, maybe, oneOf, text, texts, whole } from '../answer-schemas.ts'
import { ofBatch } from '../params.ts'
import { goOn } from './run-actions.ts'
import { counts, STATES } from './run-documents.ts'
import { startDrafted } from './start-run.ts'

const batchStatus = documentOf<BatchStatus>('BatchStatus', 'The status of a batch.', {
  batch_id: whole('1 is the first.'),
  status: oneOf(
    ['pending', 'running', 'paused', 'merging', 'completed', 'failed', 'cancelled'],
    'In one word.',
  ),
  paused: flag('It was paused by itself.'),
  task_ids: texts('Its tasks.'),
  can_parallel: flag('Whether there is more than one.'),
  depends_on: listOf(whole('A batch.'), 'The batch before it.'),
  tasks: counts(STATES, 'How many tasks stand how.'),
})

interface BatchList {
  readonly run: string | null
  readonly batches: readonly BatchStatus[]
}

const listBatches = createRoute({
  method: 'get',
  path: '/api/batches',
  tags: ['batch'],
  summary: 'All batches',
  description: 'Of the newest run; before there was one, of the task file.',
  responses: answers(
    documentOf<BatchList>('BatchList', 'Batches, the first one first.', {
      run: maybe(text('The run; null: none yet.', '7')),
      batches: listOf(batchStatus.asField, 'The first one first.'),
    }),
    'The first one first.',
  ),
})

const showBatch = createRoute({
  method: 'get',
  path: '/api/batches/{batch}/status',
  tags: ['batch'],
  summary: 'The status of a batch',
  request: { params: ofBatch },
  responses: answers(batchStatus, 'The batch.'),
})

const action = <Name extends string>(ask: AskName, name: Name) =>
  createRoute({
    ...askingRoute(ask, `/api/batches/{batch}/${name}`, ofBatch),
    tags: ['batch'],
  })

const pause = action('pause-batch', 'pause')
const resume = action('unpause-batch', 'resume')

const start = createRoute({
  ...resume,
  path: '/api/batches/{batch}/start',
  summary: 'Start a batch',
  description:
    'Without a run in progress, one is started or resumed; of a new one every other batch stays paused. Its tasks still wait for those they come after.',
})

export const batchesApi = (apiContext: ApiContext) => {
  const { runs, ask } = apiContext
  const api = checkedApi()
  api.openAPIRegistry.register('BatchStatus', batchStatus)
  return api
    .openapi(listBatches, async (context) => {
      const { run, batches } = await batchesOf(apiContext)
      return context.json({ run, batches }, 200)
    })
    .openapi(showBatch, async (context) => {
      const { batch } = context.req.valid('param')
      const { batches } = await batchesOf(apiContext)
      const status = batches[batch - 1]
      if (status === undefined) throw notFound('unknown_batch', `there is no batch ${batch}`)
      return context.json(status, 200)
    })
    .openapi(start, async (context) =>
      context.json(await startBatch(apiContext, context.req.valid('param').batch - 1), 200),
    )
    .openapi(pause, async (context) => {
      const batch = context.req.valid('param').batch - 1
      return context.json(await ask(runs.find('current'), { ask: 'pause-batch', batch }), 200)
    })
    .openapi(resume, async (context) => {
      const batch = context.req.valid('param').batch - 1
      return context.json(await ask(runs.find('current'), { ask: 'unpause-batch', batch }), 200)
    })
}

async function batchesOf({ runs, drafts }: ApiContext): Promise<BatchList> {
  const run = runs.newest()
  if (run !== null) return { run: run.id, batches: batchStatuses(run) }
  return { run: null, batches: batchStatuses((await drafts.read(null)).run) }
}

async function startBatch(apiContext: ApiContext, batch: number): Promise<Done> {
  const { runs, ask } = apiContext
  await mustGoOn(apiContext, runs.newest(), batch)
  return ask(runs.find('current'), { ask: 'unpause-batch', batch })
}

async function mustGoOn(apiContext: ApiContext, run: Run | null, batch: number): Promise<void> {
  if (run !== null && apiContext.served.conductedRun() === run.id) return
  if (run !== null && run.ended === null) return void (await goOn(apiContext, run))
  const planned = batchStatuses((await apiContext.drafts.read(null)).run)
  if (batch >= planned.length) throw notFound('unknown_batch', `there is no batch ${batch + 1}`)
  const held = {
    file: null,
    parallel: null,
    agent: null,
    budgetUsd: null,
    into: null,
    hold: true,
    on_top: false,
    unfinished: 'new',
  } as const
  await startDrafted(apiContext, held)
}
