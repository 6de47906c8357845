/** The line of deliveries that are to be merged into the target, and landing all that are in review. */
import { createRoute } from '@hono/zod-openapi'
import { landingQueue, type LandingItem } from '../../../core/landing/landing-queue.ts'
import { doneOr } from '../ask-route.ts'
import { answers, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  objectOf,
  oneOf,
  text,
  time,
  type FieldsOf,
} from '../answer-schemas.ts'

const item: FieldsOf<LandingItem> = {
  task: text('The task.', 'api'),
  name: text('What people call it.'),
  status: oneOf(
    ['checking', 'queued', 'review', 'landed'],
    'review: a person has to look at it first.',
  ),
  since: time('When it came to stand so.'),
  branch: maybe(text('Where its work is.')),
  commit: maybe(text('What was delivered, or where the target has it.')),
  checked: maybe(flag('Landed: whether a check has passed on its merge.')),
  trouble: maybe(
    oneOf(
      ['conflict', 'red-check', 'approval', 'unasked', 'left-target', 'broken'],
      'Why a person has to look at it.',
    ),
  ),
  says: maybe(text('The same in words.', 'conflicts in src/api.ts')),
}

interface Merges {
  readonly run: string | null
  readonly target: string | null
  readonly merges: readonly LandingItem[]
}

const listMerges = createRoute({
  method: 'get',
  path: '/api/merges',
  tags: ['merge'],
  summary: 'What is being merged, was merged, or needs you first',
  responses: answers(
    documentOf<Merges>('MergeList', 'The line of landings of the newest run.', {
      run: maybe(text('The run; null: none yet.', '7')),
      target: maybe(text('The branch that work lands on.', 'conductor/run-7')),
      merges: listOf(
        objectOf<LandingItem>('One delivery.', item),
        'What is checked, what is queued, what needs a person, what has landed (the newest first).',
      ),
    }),
    'In the order of what is next.',
  ),
})

const landAll = createRoute({
  method: 'post',
  path: '/api/merges',
  tags: ['merge'],
  summary: 'Land everything that is in review',
  description: 'Each delivery is merged and checked as always.',
  responses: doneOr,
})

export const mergesApi = ({ runs, ask }: ApiContext) =>
  checkedApi()
    .openapi(listMerges, (context) => {
      const run = runs.newest()
      const target = run?.target?.branch ?? null
      const merges = run === null ? [] : landingQueue(run)
      return context.json({ run: run?.id ?? null, target, merges }, 200)
    })
    .openapi(landAll, async (context) =>
      context.json(await ask(runs.find('current'), { ask: 'land-all' }), 200),
    )
