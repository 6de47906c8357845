/** Health, the only route that needs no token, and the session: what the server serves. */
import { createRoute, z } from '@hono/zod-openapi'
import { answers, checkedApi } from './declare-route.ts'
import type { ApiContext } from './api-context.ts'
import { documentOf, flag, mapTo, maybe, object, text, whole } from './answer-schemas.ts'

const health = createRoute({
  method: 'get',
  path: '/api/health',
  tags: ['server'],
  summary: 'Is the server there?',
  description: 'Needs no token.',
  security: [],
  responses: answers(
    z.object({
      status: z.literal('ok'),
      version: z.string().openapi({ example: '0.1.0' }),
      conducted: z.boolean().openapi({ description: 'Whether a run is in progress.' }),
    }),
    'It is.',
  ),
})

interface Session {
  readonly repository: { readonly id: string; readonly name: string; readonly folder: string }
  readonly version: string
  readonly conducted: boolean
  readonly run: string | null
  readonly interactions: Readonly<Record<string, number>>
}

const session = createRoute({
  method: 'get',
  path: '/api/session',
  tags: ['server'],
  summary: 'What is served here',
  responses: answers(
    documentOf<Session>('Session', 'What this server serves.', {
      repository: object('The repository.', {
        id: text('What it is called in paths with a project.', 'shop'),
        name: text('The name of its folder.', 'shop'),
        folder: text('Where it is on this machine.', '/home/ada/shop'),
      }),
      version: text('Of Conductor.', '0.1.0'),
      conducted: flag('Whether a coordinator conducts a run at this moment.'),
      run: maybe(text('The newest run; null: there was none yet.', '7')),
      interactions: mapTo(
        whole('How often.'),
        'What people have done through the web app in this repository, by view; api: without it.',
      ),
    }),
    'The repository and its newest run.',
  ),
})

export const healthAndSessionApi = ({ served, runs }: ApiContext) => {
  const isConducted = (): boolean => served.conductedRun() !== null
  return checkedApi()
    .openapi(health, (context) =>
      context.json(
        { status: 'ok' as const, version: served.version, conducted: isConducted() },
        200,
      ),
    )
    .openapi(session, (context) => {
      const { id, name, folder, version } = served
      const run = runs.newest()?.id ?? null
      const repository = { id, name, folder }
      const interactions = served.interactions.all()
      return context.json({ repository, version, conducted: isConducted(), run, interactions }, 200)
    })
}
