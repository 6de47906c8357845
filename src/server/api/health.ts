/** Whether the server is there; the only thing it tells to everyone. */
import { createRoute, z } from '@hono/zod-openapi'
import type { LiveRuns } from '../live-runs.ts'
import type { ServedRepository } from '../served-repository.ts'
import { answers, checkedApi } from './checked.ts'

const health = createRoute({
  method: 'get',
  path: '/api/health',
  tags: ['server'],
  summary: 'Is the server there?',
  responses: answers(
    z.object({ status: z.literal('ok'), version: z.string(), conducted: z.boolean() }),
    'It is.',
  ),
})

export const healthApi = (served: ServedRepository, live: LiveRuns) =>
  checkedApi().openapi(health, (context) =>
    context.json(
      { status: 'ok' as const, version: served.version, conducted: live.isConducted() },
      200,
    ),
  )
