/** Serves the attention list: what needs a person. */
import { createRoute, z } from '@hono/zod-openapi'
import { attentionFor, type NeedDocument } from '../../../core/report/attention-document.ts'
import { oneQueue, placedNeeds, type PlacedNeed } from '../../../core/projects/one-queue.ts'
import { ATTENTION_KINDS } from '../../../core/report/attention.ts'
import { answers, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  object,
  objectOf,
  oneOf,
  text,
  texts,
  time,
  whole,
  type FieldsOf,
} from '../answer-schemas.ts'
import { question } from './run-documents.ts'

const need: FieldsOf<NeedDocument> = {
  key: text('Equal for as long as it is about the same.', 'api/1/question'),
  kind: oneOf(ATTENTION_KINDS, 'The most urgent first.'),
  urgent: flag('Whether something stands still until a person acts.'),
  task: maybe(text('The task; null: the whole run.', 'api')),
  issue: maybe(whole('The number of its issue.')),
  title: maybe(text('What people call the task.')),
  since: time('When it came to stand so.'),
  age_s: whole('Seconds since then.'),
  what: text('In one line.', 'asks: How are tokens refreshed?'),
  details: texts('Everything one has to know to decide.'),
  ways: listOf(
    object('A command to type, and what it does.', {
      command: text('What to type.'),
      does: text('What it does.'),
    }),
    'The most likely first.',
  ),
  question: maybe(question),
  requests: maybe(
    listOf(
      object('One request.', {
        id: text('What it is answered by.'),
        tool: text('What its agent would use.', 'Bash'),
        what: text('In one line.', 'npm install left-pad'),
        input: maybe(
          object('All that the tool would get, where one line does not say it.', {
            as: oneOf(['command', 'diff', 'json'], 'How it is best read.'),
            text: text('The command, the change or the fields; a long one is cut.'),
          }),
        ),
      }),
      'The permission requests that it waits for.',
    ),
  ),
}

interface AttentionList {
  readonly run: string | null
  readonly attention: readonly PlacedNeed[]
}

const listAttention = createRoute({
  method: 'get',
  path: '/api/attention',
  tags: ['attention'],
  summary: 'What needs you',
  description:
    'Of the newest run: the same as `conductor attention --json`. With `project=all`: of the newest run of every project, also when it is over.',
  request: {
    query: z.object({
      project: z
        .enum(['current', 'all'])
        .default('current')
        .openapi({ description: 'Whose needs: of this project, or of all.' }),
    }),
  },
  responses: answers(
    documentOf<AttentionList>('Attention', 'What waits for a person.', {
      run: maybe(text('The run; null: none yet, or the needs are of many.', '7')),
      attention: listOf(
        objectOf<PlacedNeed>('One need.', {
          ...need,
          project: text('The id of its project.', 'shop'),
          run: text('The run it belongs to.', '7'),
        }),
        'The most urgent first.',
      ),
    }),
    'The most urgent first.',
  ),
})

export const attentionApi = ({ served, runs, glances }: ApiContext) =>
  checkedApi().openapi(listAttention, async (context) => {
    if (context.req.valid('query').project === 'all')
      return context.json(
        { run: null, attention: oneQueue(await glances.queues(), Date.now()) },
        200,
      )
    const run = runs.newest()
    if (run === null) return context.json({ run: null, attention: [] }, 200)
    const now = Date.now()
    const project = { id: served.id, root: served.folder }
    const needs = attentionFor(run, { now, ...runs.conducted(run) })
    return context.json({ run: run.id, attention: placedNeeds({ project, run, needs }, now) }, 200)
  })
