/** Serves the metrics for Prometheus. */
import { createRoute, z } from '@hono/zod-openapi'
import { checkedApi } from '../declare-route.ts'
import type { EventCounts } from './count-events.ts'

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

export const metricsApi = (eventCounts: EventCounts) =>
  checkedApi().openapi(showMetrics, async (context) =>
    context.text(await eventCounts.text(), 200, { 'content-type': eventCounts.contentType }),
  )
