/** What a user can do with a task, each ask under its own path. */
import { createRoute, z } from '@hono/zod-openapi'
import type { FieldKind } from '../../../core/ask/ask-kind.ts'
import { asTitle } from '../../../core/ask/ask-help.ts'
import { ASKS, type AnyAskKind, type AskName } from '../../../core/ask/ask.ts'
import { DECISIONS } from '../../../core/ask/kinds/decide.ts'
import { askSchema, words } from '../../control/ask-schema.ts'
import { askingRoute } from '../ask-route.ts'
import { body, checkedApi } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { ofTask } from '../params.ts'

/** The asks that need only the task, or the task and a text. */
const TASK_ASKS: readonly AnyAskKind[] = ASKS.filter(({ fields }) => {
  const [first, ...rest] = Object.values<FieldKind>(fields)
  return first === 'task' && rest.every((kind) => kind === 'words')
})

const action = (ask: AskName, name: string = ask) => ({
  ...askingRoute(ask, `/api/runs/{run}/tasks/{task}/${name}`, ofTask),
  tags: ['task'],
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

export const taskActionsApi = ({ runs, ask }: ApiContext) => {
  const api = checkedApi()
  const askTask = (params: z.output<typeof ofTask>, fields: object) => {
    const { run, task } = runs.findTask(params.run, params.task)
    return ask(run, askSchema.parse({ task, ...fields }))
  }
  for (const { ask, fields } of TASK_ASKS) {
    const [, field] = Object.keys(fields)
    if (field === undefined)
      api.openapi(createRoute(action(ask)), async (context) =>
        context.json(await askTask(context.req.valid('param'), { ask }), 200),
      )
    else
      api.openapi(withBody(action(ask), z.strictObject({ [field]: words })), async (context) => {
        const asked = { ask, ...context.req.valid('json') }
        return context.json(await askTask(context.req.valid('param'), asked), 200)
      })
  }
  for (const name of ['allow', 'deny'] as const) {
    const about = { ...action('decide', name), summary: asTitle(DECISIONS[name]) }
    api.openapi(withBody(about, decision, false), async (context) => {
      const { request = null, why = null } = context.req.valid('json')
      const asked = { ask: 'decide', allow: name === 'allow', request, why }
      return context.json(await askTask(context.req.valid('param'), asked), 200)
    })
  }
  return api
}

const withBody = <Body extends z.ZodObject>(
  about: ReturnType<typeof action>,
  schema: Body,
  required = true,
) => createRoute({ ...about, request: { params: ofTask, body: { ...body(schema), required } } })
