/** Everything that can be asked of a run, through one door: the same asks that the command line makes. */
import { createRoute, z } from '@hono/zod-openapi'

import { askSchema } from '../ask-schema.ts'
import type { ServedRepository } from '../served-repository.ts'
import { answers, body, checkedApi } from './checked.ts'

const done = z.object({ accepted: z.literal(true), affected: z.array(z.string()) }).openapi('Done')

const ask = createRoute({
  method: 'post',
  path: '/api/asks',
  tags: ['run'],
  summary: 'Ask something of the run',
  request: { body: body(askSchema) },
  responses: answers(done, 'It is so; these tasks are affected.'),
})

export const asksApi = (served: ServedRepository) =>
  checkedApi().openapi(ask, async (context) => {
    const reply = await served.ask(context.req.valid('json'))
    if (reply.accepted)
      return context.json({ accepted: true as const, affected: [...reply.affected] }, 200)
    const { status, body } = refusalError(reply.refusal)
    return context.json(body, status)
  })
