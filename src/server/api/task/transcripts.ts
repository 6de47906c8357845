/** The transcript of an attempt: a part of it from a position on or back from one, and the places of what is looked for. */
import { createRoute, z } from '@hono/zod-openapi'
import type { TranscriptPiece } from '../../../core/transcript/entry.ts'
import { answers, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { documentOf, listOf, loose, number, text, whole } from '../answer-schemas.ts'
import { ofAttempt } from '../params.ts'
import { searchTranscript, type Match } from './search-transcript.ts'

interface Transcript {
  readonly attempt: string
  readonly from: number
  readonly to: number
  readonly begins: number
  readonly ends: number
  readonly pieces: readonly TranscriptPiece[]
}

interface Matches {
  readonly attempt: string
  readonly total: number
  readonly matches: readonly Match[]
}

const position = z.coerce.number().int().min(0)

const readTranscript = createRoute({
  method: 'get',
  path: '/api/attempts/{attempt}/transcript',
  tags: ['attempt'],
  summary: 'What an attempt has said, done and printed',
  description:
    'A part of it: from a position on (go on from `to`), or before a position (go on before `from`; `end` is the end). Text as it came, never HTML; keys are masked.',
  request: {
    params: ofAttempt,
    query: z
      .object({
        from: position
          .optional()
          .openapi({ description: 'A position: 0, or `to` of the part before. 0 without it.' }),
        before: z
          .union([z.literal('end'), position])
          .optional()
          .openapi({
            description: '`end`, or `from` of the part after.',
            type: 'string',
            example: 'end',
          }),
        bytes: z.coerce
          .number()
          .int()
          .min(1)
          .max(2 ** 20)
          .default(2 ** 18)
          .openapi({ description: 'With `before`: at most so many bytes of the file.' }),
      })
      .refine(({ from, before }) => from === undefined || before === undefined, {
        error: 'give either `from` or `before`',
      }),
  },
  responses: answers(
    documentOf<Transcript>('Transcript', 'A part of the transcript of an attempt.', {
      attempt: text('The attempt.', '7-api-2'),
      from: whole('Where this part begins.'),
      to: whole('Where it ends; the same as `from`: there is no more so far.'),
      begins: whole('The first position that has not been dropped.'),
      ends: whole('The end of the transcript so far.'),
      pieces: listOf(
        loose(
          'at, position, and the entry: out, err, note, said, thought, told, call with its parts, todos, asks, decided, question or used, as docs/output.md describes them.',
          {
            properties: {
              at: number('Milliseconds since 1970.'),
              position: whole('How many bytes were written before it.'),
            },
            required: ['at', 'position'],
            additionalProperties: true,
          },
        ),
        'In order.',
      ),
    }),
    'A part of it.',
  ),
})

const findInTranscript = createRoute({
  method: 'get',
  path: '/api/attempts/{attempt}/transcript/matches',
  tags: ['attempt'],
  summary: 'Where a transcript has these words, or its errors',
  description: 'Upper and lower case are the same. Of many matches the newest are named.',
  request: {
    params: ofAttempt,
    query: z
      .object({
        words: z.string().min(1).max(500).optional().openapi({ description: 'Words to find.' }),
        errors: z
          .enum(['true'])
          .optional()
          .openapi({ description: 'Calls that have failed, and what was printed as an error.' }),
      })
      .refine(({ words, errors }) => (words === undefined) !== (errors === undefined), {
        error: 'give either `words` or `errors`',
      }),
  },
  responses: answers(
    documentOf<Matches>('TranscriptMatches', 'The places of what was looked for.', {
      attempt: text('The attempt.', '7-api-2'),
      total: whole('How many entries match.'),
      matches: listOf(
        loose('position and call (null: not of a call) of an entry.', {
          properties: { position: whole('How many bytes were written before it.') },
          required: ['position'],
          additionalProperties: true,
        }),
        'In order; the newest thousand.',
      ),
    }),
    'The places.',
  ),
})

export const transcriptsApi = ({ served, runs }: ApiContext) =>
  checkedApi()
    .openapi(readTranscript, (context) => {
      const { run, attempt } = runs.findAttempt(context.req.valid('param').attempt)
      const file = served.transcript(run, attempt.id)
      const { from = 0, before, bytes } = context.req.valid('query')
      const part =
        before === undefined
          ? file.read(from)
          : file.readBack(before === 'end' ? Infinity : before, bytes)
      return context.json({ attempt: attempt.id, ...part, ...file.bounds() }, 200)
    })
    .openapi(findInTranscript, async (context) => {
      const { run, attempt } = runs.findAttempt(context.req.valid('param').attempt)
      const { words = null } = context.req.valid('query')
      const file = served.transcript(run, attempt.id)
      const result = await searchTranscript(file, words, context.req.raw.signal)
      return context.json({ attempt: attempt.id, ...result }, 200)
    })
