/** Guidance for the agent of an attempt. */
import { createRoute, z } from '@hono/zod-openapi'
import { refusedAsk } from '../../http/api-error.ts'
import { doneOr } from '../ask-route.ts'
import { body, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { ofAttempt } from '../params.ts'
import { words } from '../../control/ask-schema.ts'

const giveGuidance = createRoute({
  method: 'post',
  path: '/api/attempts/{attempt}/guidance',
  tags: ['attempt'],
  summary: 'Tell the agent of an attempt something',
  description: 'Only while it works; otherwise guide its task.',
  request: { params: ofAttempt, body: body(z.strictObject({ text: words })) },
  responses: doneOr,
})

export const attemptsApi = ({ runs, ask }: ApiContext) =>
  checkedApi().openapi(giveGuidance, async (context) => {
    const { run, attempt } = runs.findAttempt(context.req.valid('param').attempt)
    if (attempt.ended !== null) throw refusedAsk({ is: 'attempt-is-over', attempt: attempt.id })
    const { text } = context.req.valid('json')
    return context.json(await ask(run, { ask: 'guide', task: attempt.task, text }), 200)
  })
