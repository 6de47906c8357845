/** Serves what runs have taught, and exports it into the checkout for agents. */
import { createRoute, z } from '@hono/zod-openapi'
import { chooseExpertise } from '../../../core/expertise/choose-expertise.ts'
import { experiencesOf } from '../../../core/expertise/experience.ts'
import { expertiseFrom } from '../../../core/expertise/expertise.ts'
import { notFound } from '../../http/api-error.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'
import { keptByRun } from '../run/kept-by-run.ts'
import { expertiseDocument, exportDocument } from './expertise-documents.ts'

const showExpertise = createRoute({
  method: 'get',
  path: '/api/expertise',
  tags: ['expertise'],
  summary: 'What the runs have taught, by domain',
  description: 'The same as `conductor expertise --json`.',
  responses: answers(expertiseDocument, 'The domain with the most tasks first.'),
})

const exportFiles = createRoute({
  method: 'post',
  path: '/api/expertise/export',
  tags: ['expertise'],
  summary: 'Write the expertise into the checkout',
  description:
    'The same as `conductor expertise export --json`: three files for each domain, below `.claude/commands/experts/`. Nothing is committed. A file that somebody has changed is kept.',
  request: {
    body: {
      ...body(
        z.strictObject({
          domains: z
            .array(z.string().min(1).max(50))
            .max(100)
            .optional()
            .openapi({ description: 'Only these; empty: all of them.', example: ['api'] }),
          dry_run: z
            .boolean()
            .optional()
            .openapi({ description: 'Only say what would be written.' }),
          force: z.boolean().optional().openapi({
            description: 'Also replace files that somebody has changed; a copy of each is kept.',
          }),
        }),
      ),
      required: false,
    },
  },
  responses: does(exportDocument, 'What was done with each file.'),
})

export const expertiseApi = (apiContext: ApiContext) => {
  const { runs, served } = apiContext
  const experiences = keptByRun(apiContext, (run) =>
    experiencesOf(run, served.log.eventsOf(run.id)),
  )
  const learn = async () => expertiseFrom((await experiences(runs.all())).flat())
  return checkedApi()
    .openapi(showExpertise, async (context) => context.json({ domains: await learn() }, 200))
    .openapi(exportFiles, async (context) => {
      const { domains = [], dry_run = false, force = false } = context.req.valid('json')
      const chosen = chooseExpertise(await learn(), domains)
      if (!chosen.ok) throw notFound('unknown_domain', chosen.message, chosen.hint)
      const wish = { dryRun: dry_run, force }
      return context.json(await served.exportExpertise(chosen.expertise, wish), 200)
    })
}
