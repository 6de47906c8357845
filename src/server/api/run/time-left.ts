/** Serves how long a run still takes. */
import { createRoute } from '@hono/zod-openapi'
import { etaDocument, type EtaDocument } from '../../../core/report/eta-document.ts'
import { answers, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { documentOf, listOf, maybe, number, object, text } from '../answer-schemas.ts'
import { ofRun } from '../params.ts'

const showTimeLeft = createRoute({
  method: 'get',
  path: '/api/runs/{run}/time-left',
  tags: ['run'],
  summary: 'How long a run still takes',
  description: 'The same figures as in `conductor status --json`.',
  request: { params: ofRun },
  responses: answers(
    documentOf<EtaDocument>('TimeLeft', 'How long a run still takes, if nothing holds it up.', {
      eta_s: maybe(number('Seconds; null: a task is overdue, or nobody conducts the run.')),
      eta_low_s: maybe(number('In one of ten cases it takes less; null: not runs.')),
      eta_high_s: maybe(number('In one of ten cases it takes more; null: not runs.')),
      eta_at_least_s: number('What comes after the overdue tasks.'),
      overdue: listOf(
        object('One task.', {
          id: text('The task.', 'api'),
          by_s: number('By how many seconds it exceeds its estimate.'),
        }),
        'Working tasks that exceed their estimates.',
      ),
    }),
    'In seconds.',
  ),
})

export const timeLeftApi = ({ runs }: ApiContext) =>
  checkedApi().openapi(showTimeLeft, (context) => {
    const run = runs.find(context.req.valid('param').run)
    const { isConducted, frozen } = runs.conducted(run)
    return context.json(etaDocument(run, Date.now(), isConducted && frozen === null), 200)
  })
