/** What a person can do with a task, each under its own path. */
import { createRoute, z } from '@hono/zod-openapi'
import type { Ask } from '../../../core/ask/ask.ts'
import type { TaskId } from '../../../core/value/ids.ts'
import { doneOr } from '../asks.ts'
import { body, checkedApi } from '../checked.ts'
import type { Desk } from '../desk.ts'
import { ofTask } from '../params.ts'

/** Longer texts belong into a file. */
export const words = z.string().trim().min(1).max(100_000)

const action = <Name extends string>(name: Name, summary: string, description: string) => ({
  method: 'post' as const,
  path: `/api/runs/{run}/tasks/{task}/${name}` as const,
  tags: ['task'],
  summary,
  description,
  request: { params: ofTask },
  responses: doneOr,
})

const retry = createRoute(
  action(
    'retry',
    'Try a task again',
    'Also brings back what was skipped because of it, and goes on with a run that is over.',
  ),
)

const skip = createRoute(action('skip', 'Leave a task out', 'What comes after it is skipped too.'))

const cancel = createRoute(
  action('cancel', 'Give a task up', 'Stops its agent; what comes after it is skipped.'),
)

const preempt = createRoute(
  action('preempt', 'Put a task back in line', 'Stops its agent; it is tried again later.'),
)

const approve = createRoute(
  action(
    'approve',
    'Approve a task',
    'Lets a task start that needs a human first, or a delivery land that is in review.',
  ),
)

const land = createRoute(
  action(
    'land',
    'Land what a task has delivered',
    'Also what it left when it failed or was cancelled. It is merged and checked as always.',
  ),
)

const reject = createRoute({
  ...action('reject', 'Send a delivery back', 'The next attempt goes on from it and is told why.'),
  request: { params: ofTask, body: body(z.strictObject({ why: words })) },
})

const guide = createRoute({
  ...action(
    'guide',
    'Tell the agent of a task something',
    'It hears it as soon as it can; a stuck task goes on with it.',
  ),
  request: { params: ofTask, body: body(z.strictObject({ text: words })) },
})

const decision = z.strictObject({
  request: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .openapi({ description: 'Only that request; else all that are open.' }),
  why: words.nullable().optional().openapi({ description: 'What the agent is told.' }),
})

const allow = createRoute({
  ...action('allow', 'Let an agent do what it waits for leave to do', 'It goes on at once.'),
  request: { params: ofTask, body: { ...body(decision), required: false } },
})

const deny = createRoute({
  ...action('deny', 'Do not let it', 'It goes on without.'),
  request: { params: ofTask, body: { ...body(decision), required: false } },
})

export const taskActionsApi = ({ known, ask }: Desk) => {
  const askTask = (said: z.output<typeof ofTask>, make: (task: TaskId) => Ask) => {
    const { run, task } = known.findTask(said.run, said.task)
    return ask(run, make(task))
  }
  const plain = (said: z.output<typeof ofTask>, ask: PlainAsk) =>
    askTask(said, (task) => ({ ask, task }))
  const decide = (said: z.output<typeof ofTask>, allow: boolean, by: z.output<typeof decision>) =>
    askTask(said, (task) => {
      const { request = null, why = null } = by
      return { ask: 'decide', task, request, allow, why }
    })
  return checkedApi()
    .openapi(retry, async (context) =>
      context.json(await plain(context.req.valid('param'), 'retry'), 200),
    )
    .openapi(skip, async (context) =>
      context.json(await plain(context.req.valid('param'), 'skip'), 200),
    )
    .openapi(cancel, async (context) =>
      context.json(await plain(context.req.valid('param'), 'cancel'), 200),
    )
    .openapi(preempt, async (context) =>
      context.json(await plain(context.req.valid('param'), 'preempt'), 200),
    )
    .openapi(approve, async (context) =>
      context.json(await plain(context.req.valid('param'), 'approve'), 200),
    )
    .openapi(land, async (context) =>
      context.json(await plain(context.req.valid('param'), 'land'), 200),
    )
    .openapi(reject, async (context) => {
      const { why } = context.req.valid('json')
      const said = context.req.valid('param')
      return context.json(await askTask(said, (task) => ({ ask: 'reject', task, why })), 200)
    })
    .openapi(guide, async (context) => {
      const { text } = context.req.valid('json')
      const said = context.req.valid('param')
      return context.json(await askTask(said, (task) => ({ ask: 'guide', task, text })), 200)
    })
    .openapi(allow, async (context) =>
      context.json(await decide(context.req.valid('param'), true, context.req.valid('json')), 200),
    )
    .openapi(deny, async (context) =>
      context.json(await decide(context.req.valid('param'), false, context.req.valid('json')), 200),
    )
}

type PlainAsk = 'retry' | 'skip' | 'cancel' | 'preempt' | 'approve' | 'land'
