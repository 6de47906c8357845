/** Serves the attention list: what needs a person. */
import { createRoute } from '@hono/zod-openapi'
import {
  attentionDocument,
  attentionFor,
  type NeedDocument,
} from '../../../core/report/attention-document.ts'
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
      }),
      'What it waits for leave to do.',
    ),
  ),
}

interface AttentionList {
  readonly run: string | null
  readonly attention: readonly NeedDocument[]
}

const listAttention = createRoute({
  method: 'get',
  path: '/api/attention',
  tags: ['attention'],
  summary: 'What needs you',
  description: 'Of the newest run: the same as `conductor attention --json`.',
  responses: answers(
    documentOf<AttentionList>('Attention', 'What waits for a person.', {
      run: maybe(text('The run; null: none yet.', '7')),
      attention: listOf(objectOf<NeedDocument>('One need.', need), 'The most urgent first.'),
    }),
    'The most urgent first.',
  ),
})

export const attentionApi = ({ runs }: ApiContext) =>
  checkedApi().openapi(listAttention, (context) => {
    const run = runs.newest()
    if (run === null) return context.json({ run: null, attention: [] }, 200)
    const now = Date.now()
    const items = attentionFor(run, { now, ...runs.conducted(run) })
    return context.json({ run: run.id, attention: attentionDocument(run, items, now) }, 200)
  })
