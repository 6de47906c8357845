/** One attempt: its transcript, and guidance for its agent. */
import { createRoute, z } from '@hono/zod-openapi'
import type { TranscriptPiece } from '../../live/messages.ts'
import { refusedAsk } from '../../http/api-error.ts'
import { doneOr } from '../ask-route.ts'
import { answers, body, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { documentOf, listOf, loose, number, text, whole } from '../answer-schemas.ts'
import { ofAttempt } from '../params.ts'
import { words } from '../../control/ask-schema.ts'

interface Transcript {
  readonly attempt: string
  readonly from: number
  readonly to: number
  readonly pieces: readonly TranscriptPiece[]
}

const readTranscript = createRoute({
  method: 'get',
  path: '/api/attempts/{attempt}/transcript',
  tags: ['attempt'],
  summary: 'What an attempt has printed',
  description:
    'A page of it, from a position on: go on from `to`. Text as it came, never HTML; keys are masked.',
  request: {
    params: ofAttempt,
    query: z.object({
      from: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .openapi({ description: 'A position: 0, or `to` of the page before.' }),
    }),
  },
  responses: answers(
    documentOf<Transcript>('Transcript', 'A part of what an attempt has printed.', {
      attempt: text('The attempt.', '7-api-2'),
      from: whole('Where this part begins.'),
      to: whole('Where to go on; the same as `from`: there is no more so far.'),
      pieces: listOf(
        loose(
          'at, and one of out, err (its output), tool (the whole of what a tool was given or gave back) or note (a word of Conductor).',
          {
            properties: { at: number('Milliseconds since 1970.') },
            required: ['at'],
            additionalProperties: { type: 'string' },
          },
        ),
        'In order.',
      ),
    }),
    'A part of it.',
  ),
})

const giveGuidance = createRoute({
  method: 'post',
  path: '/api/attempts/{attempt}/guidance',
  tags: ['attempt'],
  summary: 'Tell the agent of an attempt something',
  description: 'Only while it works; otherwise guide its task.',
  request: { params: ofAttempt, body: body(z.strictObject({ text: words })) },
  responses: doneOr,
})

export const attemptsApi = ({ served, runs, ask }: ApiContext) =>
  checkedApi()
    .openapi(readTranscript, (context) => {
      const { run, attempt } = runs.findAttempt(context.req.valid('param').attempt)
      const file = served.transcript(run, attempt.id)
      const { pieces, from, to } = file.read(context.req.valid('query').from)
      return context.json({ attempt: attempt.id, from, to, pieces }, 200)
    })
    .openapi(giveGuidance, async (context) => {
      const { run, attempt } = runs.findAttempt(context.req.valid('param').attempt)
      if (attempt.ended !== null) throw refusedAsk({ is: 'attempt-is-over', attempt: attempt.id })
      const { text } = context.req.valid('json')
      return context.json(await ask(run, { ask: 'guide', task: attempt.task, text }), 200)
    })
