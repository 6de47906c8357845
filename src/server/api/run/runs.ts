/** Reading runs: the list of them, one of them, and its events. */
import { createRoute, z } from '@hono/zod-openapi'
import type { Event } from '../../../core/run/event.ts'
import { answers, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { limit, ofRun } from '../params.ts'
import { eventPage, runPage, runRow, summary } from './run-documents.ts'
import { reportOf, runRows } from './run-rows.ts'

const listRuns = createRoute({
  method: 'get',
  path: '/api/runs',
  tags: ['run'],
  summary: 'All runs, the newest first',
  request: {
    query: z.object({
      limit: limit(50, 200),
      before: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional()
        .openapi({ description: 'Only older ones than this run.', example: '12' }),
    }),
  },
  responses: answers(runPage, 'Each without its tasks.'),
})

const showRun = createRoute({
  method: 'get',
  path: '/api/runs/{run}',
  tags: ['run'],
  summary: 'What a run came to',
  description: 'The same as `conductor report --json`, also while it is in progress.',
  request: { params: ofRun },
  responses: answers(summary, 'Its summary, with each task.'),
})

const listEvents = createRoute({
  method: 'get',
  path: '/api/runs/{run}/events',
  tags: ['run'],
  summary: 'Everything that happened in a run',
  description:
    'A run is what its events make of it. To follow one live, use the socket at /api/live.',
  request: {
    params: ofRun,
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .openapi({ description: 'Only events with a higher sequence number.' }),
      limit: limit(500, 2000),
    }),
  },
  responses: answers(eventPage, 'A page of them.'),
})

export const runsApi = (apiContext: ApiContext) => {
  const { served, runs } = apiContext
  const rowsOf = runRows(apiContext)
  const api = checkedApi()
  api.openAPIRegistry.register('RunRow', runRow)
  return api
    .openapi(listRuns, async (context) => {
      const { limit, before } = context.req.valid('query')
      const older = runs.all().filter((id) => before === undefined || Number(id) < Number(before))
      const page = older.slice(0, limit)
      const next = older.length > limit ? page.at(-1)! : null
      return context.json({ runs: await rowsOf(page), next }, 200)
    })
    .openapi(showRun, (context) =>
      context.json(reportOf(apiContext, runs.find(context.req.valid('param').run)), 200),
    )
    .openapi(listEvents, (context) => {
      const { after, limit } = context.req.valid('query')
      const { id } = runs.find(context.req.valid('param').run)
      const events = firstOf(served.log.eventsOf(id, after), limit + 1)
      const page = events.slice(0, limit)
      const next = events.length > limit ? page.at(-1)!.sequence : null
      return context.json({ events: page, next }, 200)
    })
}

function firstOf(events: Iterable<Event>, most: number): readonly Event[] {
  const first: Event[] = []
  for (const event of events) if (first.push(event) === most) break
  return first
}
