/** Serves the metrics for Prometheus. */
import { createRoute, z } from '@hono/zod-openapi'
import { checkedApi } from '../checked.ts'
import type { Tally } from './tally.ts'

const showMetrics = createRoute({
  method: 'get',
  path: '/metrics',
  tags: ['server'],
  summary: 'Figures for Prometheus',
  description:
    'In its text format. Tasks and run are those of the newest run; counters count the run that was the newest when the server was first asked, and everything since.',
  responses: {
    200: {
      description: 'One line for each figure.',
      content: { 'text/plain': { schema: z.string() } },
    },
  },
})

export const metricsApi = (tally: Tally) =>
  checkedApi().openapi(showMetrics, async (context) =>
    context.text(await tally.text(), 200, { 'content-type': tally.contentType }),
  )
