/** Reading the tasks of a run: the list of them, one of them, and its attempts. */
import { createRoute, z } from '@hono/zod-openapi'
import { explainDocument } from '../../../core/report/explain-document.ts'
import type { Run } from '../../../core/run/run.ts'
import { answers, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { limit, ofRun, ofTask } from '../params.ts'
import { STATES } from '../run/run-documents.ts'
import {
  attempt,
  attemptList,
  explained,
  session,
  sessionsAt,
  taskPage,
  taskRow,
} from './task-documents.ts'
import { taskRows } from './task-rows.ts'

const statuses = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(STATES)))
  .optional()
  .openapi({
    type: 'string',
    description: `Only those that stand so, one or more of: ${STATES.join(', ')}.`,
    example: 'review,stuck',
  })

const listTasks = createRoute({
  method: 'get',
  path: '/api/runs/{run}/tasks',
  tags: ['task'],
  summary: 'Tasks of a run',
  request: {
    params: ofRun,
    query: z.object({
      status: statuses,
      q: z
        .string()
        .max(200)
        .optional()
        .openapi({ description: 'Only those with these words in their id or name.' }),
      limit: limit(100, 500),
      cursor: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .openapi({ description: 'Where to go on: `next` of the page before.' }),
    }),
  },
  responses: answers(taskPage, 'A page of them, in plan order.'),
})

const showTask = createRoute({
  method: 'get',
  path: '/api/runs/{run}/tasks/{task}',
  tags: ['task'],
  summary: 'Everything about a task',
  description:
    'Its status and the reason, what was tried, what it cost: as `conductor explain <task> --json`.',
  request: { params: ofTask },
  responses: answers(explained, 'The task.'),
})

const listAttempts = createRoute({
  method: 'get',
  path: '/api/runs/{run}/tasks/{task}/attempts',
  tags: ['task'],
  summary: 'Attempts at a task',
  request: { params: ofTask },
  responses: answers(attemptList, 'The first one first.'),
})

export const tasksApi = ({ runs }: ApiContext) => {
  const api = checkedApi()
  const sightOf = (run: Run) => ({ now: Date.now(), isConducted: runs.isConducted(run) })
  api.openAPIRegistry.register('TaskRow', taskRow)
  api.openAPIRegistry.register('Attempt', attempt)
  api.openAPIRegistry.register('AgentSession', session)
  return api
    .openapi(listTasks, (context) => {
      const { status, q, limit, cursor } = context.req.valid('query')
      const run = runs.find(context.req.valid('param').run)
      const wanted = {
        status: status === undefined ? null : new Set(status),
        words: q ?? null,
        from: cursor,
        limit,
      }
      const { tasks, next } = taskRows(run, wanted, sightOf(run))
      return context.json({ tasks, next: next === null ? null : String(next) }, 200)
    })
    .openapi(showTask, (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      return context.json(explainDocument(run, task, sightOf(run)), 200)
    })
    .openapi(listAttempts, (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      return context.json({ attempts: sessionsAt(run, task) }, 200)
    })
}
